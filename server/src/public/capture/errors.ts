import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import { PROBLEMS, type Problem } from './problem.ts';

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
