import type { CaptureTable, ErrorBody } from '@funil/contract/capture/protocol';
import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import { kindOfThrown } from './thrown-error.ts';

export interface PublicProblem {
  readonly status: number;
  readonly body: ErrorBody;
  readonly retryAfterS?: number;
}

function makeProblem(
  status: number,
  code: string,
  message: string,
  overrides: Partial<ErrorBody> = {},
): PublicProblem {
  return { status, body: { code, details: null, hint: null, message, ...overrides } };
}

// https://docs.postgrest.org/en/stable/references/errors.html, and SQLSTATEs.
export const PUBLIC_PROBLEMS = {
  badJson: makeProblem(400, 'PGRST102', 'The body is not valid JSON.'),
  malformed: makeProblem(400, 'PGRST100', 'The request is malformed.'),
  malformedKey: makeProblem(400, '22P02', 'Idempotency-Key must be a UUID.'),
  keyForManyRows: makeProblem(400, 'PGRST102', 'Idempotency-Key is for a single row.'),
  missingApiKey: makeProblem(401, 'PGRST302', 'No API key found in request', {
    hint: 'No `apikey` request header or url param was found.',
  }),
  wrongApiKey: makeProblem(401, 'PGRST301', 'Invalid API key'),
  notAuthenticated: makeProblem(
    401,
    '28000',
    'The request does not prove that it comes from the platform.',
  ),
  insertOnly: makeProblem(401, '42501', 'permission denied: rows can only be inserted', {
    hint: 'Send `Prefer: return=minimal`, without select, on_conflict or resolution.',
  }),
  foreignOrigin: makeProblem(403, '42501', 'Pages of this origin may not send rows here.', {
    hint: 'Add it to ALLOWED_ORIGINS, or make the proxy in front pass on the Host header.',
  }),
  unknownTable: makeProblem(404, 'PGRST205', 'The table does not exist.'),
  notFound: makeProblem(404, 'PGRST125', 'Nothing exists at this address.'),
  postOnly: makeProblem(405, 'PGRST117', 'Notices can only be sent by POST.'),
  wrongMethod: makeProblem(405, 'PGRST117', 'Rows can only be inserted by POST.'),
  keyOfAnotherRow: makeProblem(409, '23000', 'Idempotency-Key belongs to another row.'),
  tooLarge: makeProblem(413, '54000', 'The body is too large.'),
  wrongContentType: makeProblem(415, 'PGRST107', 'The body must be application/json.'),
  tooManyRequests: makeProblem(429, '53400', 'Too many requests from this address.'),
  tooManyFailures: {
    ...makeProblem(429, '53400', 'Too many notices from this address without a valid proof.'),
    retryAfterS: 5,
  },
  unexpected: makeProblem(500, 'XX000', 'Unexpected Application Error!'),
  unavailable: {
    ...makeProblem(503, 'PGRST000', 'The database is not available. Try again shortly.'),
    retryAfterS: 5,
  },
} as const satisfies Record<string, PublicProblem>;

export const tooManyRows = (table: CaptureTable, limit: number): PublicProblem =>
  makeProblem(413, '54000', `A request to ${table} carries at most ${limit} rows.`);

export const refusedRow = (
  code: string,
  message: string,
  details: string | null = null,
): PublicProblem => makeProblem(400, code, message, { details });

export function setStatus(reply: FastifyReply, problem: Omit<PublicProblem, 'body'>) {
  if (problem.retryAfterS !== undefined) reply.header('retry-after', String(problem.retryAfterS));
  return reply.code(problem.status);
}

export const sendProblem = (reply: FastifyReply, problem: PublicProblem) =>
  setStatus(reply, problem)
    .header('content-type', 'application/json; charset=utf-8')
    .send(problem.body);

export function addErrorHandler(app: FastifyInstance) {
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const problem = PUBLIC_PROBLEMS[kindOfThrown(error)];
    // The connection stays usable, because the rest of the body is read and dropped.
    if (error.code === 'BUDGET_EXCEEDED') reply.removeHeader('connection');
    else if (problem.status >= 500) request.log.error({ err: error }, 'unexpected error');
    return sendProblem(reply, problem);
  });
}
