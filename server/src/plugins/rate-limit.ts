import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import { PROBLEMS } from '../problem.ts';

/** Counts captures by address, IPv6 by its /64: what one subscriber holds. */
export async function addRateLimit(app: FastifyInstance, perMinute: number) {
  if (perMinute === 0) return;
  await app.register(rateLimit, {
    max: perMinute,
    timeWindow: 60_000,
    cache: 50_000,
    // Thrown, and translated with every other error.
    errorResponseBuilder: () =>
      Object.assign(new Error(PROBLEMS.tooManyRequests.body.message), { statusCode: 429 }),
  });
}
