import type { ErrorBody, Table } from '@funil/contract/protocol';
import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';

/** An answer that is not a success: PostgREST's error body and its status. */
export interface Problem {
  readonly status: number;
  readonly body: ErrorBody;
  /** Seconds after which trying again makes sense. */
  readonly retryAfter?: number;
}

function problem(
  status: number,
  code: string,
  message: string,
  more: Partial<ErrorBody> = {},
): Problem {
  return { status, body: { code, details: null, hint: null, message, ...more } };
}

// Codes: https://docs.postgrest.org/en/stable/references/errors.html, and SQLSTATEs.
export const PROBLEMS = {
  malformedBody: problem(400, 'PGRST102', 'The body is not valid JSON.'),
  malformedRequest: problem(400, 'PGRST100', 'The request is malformed.'),
  malformedKey: problem(400, '22P02', 'Idempotency-Key must be a UUID.'),
  keyForManyRows: problem(400, 'PGRST102', 'Idempotency-Key speaks of a single row.'),
  missingApiKey: problem(401, 'PGRST302', 'No API key found in request', {
    hint: 'No `apikey` request header or url param was found.',
  }),
  wrongApiKey: problem(401, 'PGRST301', 'Invalid API key'),
  wrongProof: problem(401, '28000', 'Nothing proves that this comes from the platform.'),
  insertOnly: problem(401, '42501', 'permission denied: rows can be inserted and nothing else', {
    hint: 'Send `Prefer: return=minimal`, without select, on_conflict or resolution.',
  }),
  foreignOrigin: problem(403, '42501', 'Pages of this origin may not capture here.', {
    hint: 'Name it in ALLOWED_ORIGINS, or have the proxy in front pass the Host header on.',
  }),
  unknownTable: problem(404, 'PGRST205', 'There is no such table.'),
  notFound: problem(404, 'PGRST125', 'There is nothing at this address.'),
  postOnly: problem(405, 'PGRST117', 'Notices are sent by POST and nothing else.'),
  wrongMethod: problem(405, 'PGRST117', 'Rows can be inserted by POST and nothing else.'),
  requestTimeout: problem(408, 'PGRST100', 'The request took too long to arrive.'),
  keyOfAnotherRow: problem(409, '23000', 'Idempotency-Key belongs to another row.'),
  bodyTooLarge: problem(413, '54000', 'The body is too large.'),
  wrongContentType: problem(415, 'PGRST107', 'The body must be application/json.'),
  tooManyRequests: problem(429, '53400', 'Too many requests from this address.'),
  tooManyFailedProofs: {
    ...problem(429, '53400', 'Too many notices from this address prove nothing.'),
    retryAfter: 5,
  },
  unexpected: problem(500, 'XX000', 'Unexpected Application Error!'),
  unavailable: {
    ...problem(503, 'PGRST000', 'The database is not available. Try again shortly.'),
    retryAfter: 5,
  },
} as const satisfies Record<string, Problem>;

export const tooManyRows = (table: Table, limit: number): Problem =>
  problem(413, '54000', `A request to ${table} carries at most ${limit} rows.`);

export const refusedRow = (code: string, message: string, details: string | null = null): Problem =>
  problem(400, code, message, { details });

export function sendProblem(reply: FastifyReply, { status, body, retryAfter }: Problem) {
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
  return reply.code(status).header('content-type', 'application/json; charset=utf-8').send(body);
}

/** The one place where something thrown becomes an HTTP answer, for the capture API. */
export function addErrorHandler(app: FastifyInstance) {
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const problem = problemOfError(error);
    // The rest of a body that had no room is read and dropped: the connection may go on.
    if (error.code === 'NO_ROOM') reply.removeHeader('connection');
    else if (problem.status >= 500) request.log.error({ err: error }, 'unexpected error');
    return sendProblem(reply, problem);
  });
}

const PROBLEM_BY_CODE: Record<string, Problem> = {
  FST_ERR_CTP_BODY_TOO_LARGE: PROBLEMS.bodyTooLarge,
  FST_ERR_CTP_INVALID_MEDIA_TYPE: PROBLEMS.wrongContentType,
  FST_ERR_CTP_EMPTY_JSON_BODY: PROBLEMS.malformedBody,
  FST_ERR_CTP_INVALID_JSON_BODY: PROBLEMS.malformedBody,
};

const PROBLEM_BY_STATUS: Record<number, Problem> = {
  404: PROBLEMS.notFound,
  408: PROBLEMS.requestTimeout,
  413: PROBLEMS.bodyTooLarge,
  415: PROBLEMS.wrongContentType,
  429: PROBLEMS.tooManyRequests,
  503: PROBLEMS.unavailable,
};

function problemOfError(error: FastifyError): Problem {
  const status = error.statusCode ?? 500;
  const known = PROBLEM_BY_CODE[error.code] ?? PROBLEM_BY_STATUS[status];
  if (known) return known;
  return status >= 400 && status < 500 ? PROBLEMS.malformedRequest : PROBLEMS.unexpected;
}
