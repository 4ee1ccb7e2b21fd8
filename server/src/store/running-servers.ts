import { hostname } from 'node:os';
import { MINUTE_MS } from '@funil/contract/durations';
import type { Config } from '../config/config.ts';
import type { Database } from './database.ts';
import { RETENTION } from './retention.ts';

/** Without a heartbeat for this long, a server counts as stopped. */
const MAX_UNSEEN_MS = 3 * MINUTE_MS;

const serverNameOf = ({ port }: Config['listen']): string => `${hostname()}:${port}`;

export interface RunningServer {
  readonly server: string;
  readonly seenAt: string;
  /** ISO. Later changes of the settings file do not affect the process. */
  readonly startedAt: string;
  /** When the first visitor came behind an untrusted proxy (ISO); null: none came. */
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
  return rows.filter(({ seenAt }) => Math.abs(now - Date.parse(seenAt)) < MAX_UNSEEN_MS);
}

export const listOtherServers = (
  running: readonly RunningServer[],
  listen: Config['listen'],
): string[] => running.map(({ server }) => server).filter((name) => name !== serverNameOf(listen));

export const isServedHere = async (
  database: Database,
  listen: Config['listen'],
  now: number,
): Promise<boolean> =>
  (await readRunningServers(database, now)).some(({ server }) => server === serverNameOf(listen));

/** The reason in Portuguese; null: the console may publish the page. */
export async function explainOtherServers(
  database: Database,
  listen: Config['listen'],
  now: number,
): Promise<string | null> {
  const names = listOtherServers(await readRunningServers(database, now), listen);
  if (names.length === 0) return null;
  return `Outros servidores usam o mesmo banco (${names.join(', ')}): quem cuida deles publica em cada um.`;
}

export const hasStartedBefore = (
  running: readonly RunningServer[],
  listen: Config['listen'],
  time: number,
): boolean =>
  running.some(
    ({ server, startedAt }) => server === serverNameOf(listen) && Date.parse(startedAt) < time,
  );

/** @param hiddenVisitorAt the finding of the thread that ran before */
export function createHeartbeat(
  { listen }: Pick<Config, 'listen'>,
  hiddenVisitorAt: RunningServer['hiddenVisitorAt'],
) {
  const server = serverNameOf(listen);
  const startedAt = new Date(Date.now() - process.uptime() * 1_000).toISOString();
  let firstHiddenAt = hiddenVisitorAt;
  let isKept = false;
  return {
    /** The server runs on without this thread, so its row is not removed. */
    keep() {
      isKept = true;
    },
    /** An untrusted proxy hides visitors' addresses. Returns whether that is new. */
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
      await database
        .deleteFrom('running_servers')
        .where('seen_at', '<', new Date(now - RETENTION.runningServer.ms).toISOString())
        .execute();
    },
    async remove(database: Database) {
      if (isKept) return;
      await database.deleteFrom('running_servers').where('server', '=', server).execute();
    },
  };
}
