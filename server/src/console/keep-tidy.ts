import type { FastifyInstance } from 'fastify';
import { hashOldRequests } from '../leads/people/privacy-requests.ts';
import { purgeOperators } from '../operators/purge.ts';
import type { Database } from '../store/database.ts';

/** How often, in ms, what is over is removed. */
const INTERVAL = 60 * 60_000;

/** Removes what is over at the start and every hour: it counts for nothing, and only takes room. */
export function keepTidy(app: FastifyInstance, database: Database, now: () => number) {
  const tidy = async () => {
    try {
      await purgeOperators(database, now());
      await hashOldRequests(database, now());
    } catch (error) {
      // Left for the next hour.
      app.log.warn({ err: error }, 'what is over was not removed');
    }
  };
  const timer = setInterval(() => void tidy(), INTERVAL).unref();
  app.addHook('onListen', tidy);
  app.addHook('onClose', async () => clearInterval(timer));
}
