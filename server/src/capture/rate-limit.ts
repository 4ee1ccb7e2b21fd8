import rateLimit, { type FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import { PROBLEMS } from '../http/problem.ts';
import type { RequestCount, RequestCounter } from '../store/capture-store.ts';

/**
 * Counts captures by address, IPv6 by its /64: what one subscriber holds. With a counter of the store
 * all replicas count together; while the store is away nothing is counted, and nothing stored.
 */
export async function addRateLimit(
  app: FastifyInstance,
  perMinute: number,
  counter: RequestCounter | null,
) {
  if (perMinute === 0) return;
  await app.register(rateLimit, {
    max: perMinute,
    timeWindow: 60_000,
    cache: 50_000,
    ...(counter && { store: counterStore(counter), skipOnError: true }),
    // Thrown, and translated with every other error.
    errorResponseBuilder: () =>
      Object.assign(new Error(PROBLEMS.tooManyRequests.body.message), { statusCode: 429 }),
  });
}

type Answer = (error: Error | null, result?: RequestCount) => void;

/** A store's counter in the shape that the plugin asks for. */
function counterStore(counter: RequestCounter): FastifyRateLimitStoreCtor {
  return class {
    incr(address: string, answer: Answer) {
      counter.count(address).then((count) => answer(null, count), answer);
    }
    child() {
      return this;
    }
  };
}
