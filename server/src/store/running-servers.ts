import { hostname } from 'node:os';
import { MINUTE_MS } from '@funil/contract/durations';
import type { Config } from '../config/config.ts';
import type { Database } from './database.ts';

/** Without a heartbeat for this long, a server counts as stopped. */
const MAX_HEARTBEAT_AGE_MS = 3 * MINUTE_MS;

const serverNameOf = ({ port }: Config['listen']): string => `${hostname()}:${port}`;

export interface RunningServer {
  readonly server: string;
  readonly seenAt: string;
  /** ISO time in UTC. Later changes of the settings file do not affect the process. */
  readonly startedAt: string;
  /** ISO time in UTC of the first visitor behind an untrusted proxy; null: none came. */
  readonly hiddenVisitorAt: string | null;
}

export async function readRunningServers(
  database: Database,
  now: number,
): Promise<RunningServer[]> {
  const rows = await database
    .selectFrom('running_servers')
    .select([
      'server',
      'seen_at as seenAt',
      'started_at as startedAt',
      'hidden_visitor_at as hiddenVisitorAt',
    ])
    .orderBy('server')
    .execute();
  return rows.filter(({ seenAt }) => Math.abs(now - Date.parse(seenAt)) < MAX_HEARTBEAT_AGE_MS);
}

export const listOtherServers = (
  running: readonly RunningServer[],
  listen: Config['listen'],
): string[] => running.map(({ server }) => server).filter((name) => name !== serverNameOf(listen));

/** Returns in Portuguese why the console must not publish the page; null: it may. */
export async function explainOtherServers(
  database: Database,
  listen: Config['listen'],
  now: number,
): Promise<string | null> {
  const otherServers = listOtherServers(await readRunningServers(database, now), listen);
  if (otherServers.length === 0) return null;
  return `Outros servidores usam o mesmo banco (${otherServers.join(', ')}): quem cuida deles publica em cada um.`;
}

export const hasStartedBefore = (
  running: readonly RunningServer[],
  listen: Config['listen'],
  timeMs: number,
): boolean =>
  running.some(
    ({ server, startedAt }) => server === serverNameOf(listen) && Date.parse(startedAt) < timeMs,
  );

/** @param hiddenVisitorAt the value of the thread that this one replaces */
export function createHeartbeat(
  { listen }: Pick<Config, 'listen'>,
  hiddenVisitorAt: RunningServer['hiddenVisitorAt'],
) {
  const server = serverNameOf(listen);
  const startedAt = new Date(Date.now() - process.uptime() * 1_000).toISOString();
  let firstHiddenAt = hiddenVisitorAt;
  let isRowKept = false;
  return {
    /** Makes `remove` do nothing, because the server runs on without this thread. */
    keepRow() {
      isRowKept = true;
    },
    /** Notes that an untrusted proxy hides visitors' addresses. Returns false if that was known. */
    noteHiddenVisitorAddress(now: number): boolean {
      const isNew = firstHiddenAt === null;
      firstHiddenAt ??= new Date(now).toISOString();
      return isNew;
    },
    async send(database: Database, now: number) {
      const row = {
        seen_at: new Date(now).toISOString(),
        started_at: startedAt,
        hidden_visitor_at: firstHiddenAt,
      };
      await database
        .insertInto('running_servers')
        .values({ server, ...row })
        .onConflict((conflict) => conflict.column('server').doUpdateSet(row))
        .execute();
    },
    async remove(database: Database) {
      if (isRowKept) return;
      await database.deleteFrom('running_servers').where('server', '=', server).execute();
    },
  };
}
