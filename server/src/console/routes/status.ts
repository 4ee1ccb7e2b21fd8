import type { StatusAnswer } from '@funil/contract/console/status';
import type { FastifyInstance } from 'fastify';
import { countUnlisted } from '../../leads/contacts/update-contacts.ts';
import { addRoute } from './data-route.ts';
import type { DataParts } from './parts.ts';

/** How long, in ms, findings are believed: looking takes its time. */
const FRESH = 15_000;

/** `GET status`: what the doctor says. */
export function addStatusRoute(app: FastifyInstance, parts: DataParts) {
  const { database, now, work } = parts;
  let looked: {
    readonly at: number;
    readonly uptime: number;
    readonly findings: ReturnType<typeof work.examine>;
  } | null = null;
  addRoute([app, parts], 'GET status', {}, async (): Promise<StatusAnswer> => {
    if (looked === null || performance.now() - looked.uptime > FRESH) {
      const findings = work.examine();
      looked = { at: now(), uptime: performance.now(), findings };
      findings.catch(() => {
        looked = null;
      });
    }
    const { at, findings } = looked;
    return {
      checked_at: new Date(at).toISOString(),
      findings: (await findings).map(({ subject, level, what, remedy }) => ({
        ...{ subject, level, what, remedy },
      })),
      unlisted: await countUnlisted(database),
    };
  });
}
