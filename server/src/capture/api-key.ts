import { timingSafeEqual } from 'node:crypto';
import { API_KEY_HEADER } from '@funil/contract/protocol';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { PROBLEMS, sendProblem } from '../http/problem.ts';

/**
 * Asks for the anonymous public key, as header or, for beacons, in the query. `Authorization`, which
 * the official client sends too, is not looked at. Runs after the rate limit and before the body.
 */
export function addApiKey(app: FastifyInstance, anonKey: string) {
  const expected = Buffer.from(anonKey);
  app.addHook('preParsing', async (request, reply) => {
    const given = readApiKey(request);
    if (given === undefined) return sendProblem(reply, PROBLEMS.missingApiKey);
    const bytes = Buffer.from(given);
    const isExpected = bytes.length === expected.length && timingSafeEqual(bytes, expected);
    if (!isExpected) return sendProblem(reply, PROBLEMS.wrongApiKey);
  });
}

function readApiKey(request: FastifyRequest): string | undefined {
  const given =
    request.headers[API_KEY_HEADER] ?? (request.query as Record<string, unknown>).apikey;
  return typeof given === 'string' && given !== '' ? given : undefined;
}
