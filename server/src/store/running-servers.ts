import { hostname } from 'node:os';
import { MINUTE_MS } from '@funil/contract/durations';
import type { Config } from '../config/config.ts';
import type { Database } from './database.ts';
import { RETENTION } from './retention.ts';

/** A server that gave no sign of life for longer does not run. */
const MAX_UNSEEN_MS = 3 * MINUTE_MS;

/** Returns the name by which a server is known: host and port. */
const nameOf = ({ port }: Config['listen']): string => `${hostname()}:${port}`;

/** A server that runs on the database. */
export interface RunningServer {
  readonly server: string;
  /** ISO time, UTC. */
  readonly seenAt: string;
  /** The time (ISO) of the process's start, after which it reads no settings file. */
  readonly startedAt: string;
  /** The time (ISO) of the last visitor behind a proxy that is not trusted; null: none came. */
  readonly hiddenVisitorAt: string | null;
}

/** Returns the servers that gave a sign of life within the last minutes. */
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

/** Returns the names of the running servers except the one that listens here. */
export const namesElsewhere = (
  running: readonly RunningServer[],
  listen: Config['listen'],
): string[] => running.map(({ server }) => server).filter((name) => name !== nameOf(listen));

/** Returns whether the server that listens here uses this database. */
export const isServedHere = async (
  database: Database,
  listen: Config['listen'],
  now: number,
): Promise<boolean> =>
  (await readRunningServers(database, now)).some(({ server }) => server === nameOf(listen));

/** Returns why a page must not be published on one of several servers, in Portuguese; null: there is one. */
export async function findServersElsewhere(
  database: Database,
  listen: Config['listen'],
  now: number,
): Promise<string | null> {
  const names = namesElsewhere(await readRunningServers(database, now), listen);
  if (names.length === 0) return null;
  return `Outros servidores usam o mesmo banco (${names.join(', ')}): quem cuida deles publica em cada um.`;
}

/** Returns whether the server that listens here started before a time, in ms since 1970. */
export const hasStartedBefore = (
  running: readonly RunningServer[],
  listen: Config['listen'],
  time: number,
): boolean =>
  running.some(
    ({ server, startedAt }) => server === nameOf(listen) && Date.parse(startedAt) < time,
  );

/** Returns functions that store that this server runs, and that it no longer does. */
export function createServerSign({ listen }: Pick<Config, 'listen'>) {
  const server = nameOf(listen);
  const startedAt = new Date(Date.now() - process.uptime() * 1_000).toISOString();
  let hiddenVisitorAt: string | null = null;
  return {
    /** Notes, for the next time, that a proxy hides visitors' addresses. Returns whether that is new. */
    noteHiddenVisitor(now: number): boolean {
      const isNew = hiddenVisitorAt === null;
      hiddenVisitorAt ??= new Date(now).toISOString();
      return isNew;
    },
    async show(database: Database, now: number) {
      const row = {
        seen_at: new Date(now).toISOString(),
        started_at: startedAt,
        hidden_visitor_at: hiddenVisitorAt,
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
    remove: (database: Database) =>
      database.deleteFrom('running_servers').where('server', '=', server).execute(),
  };
}
