import { randomBytes, scrypt } from 'node:crypto';
import { hostname } from 'node:os';
import { promisify } from 'node:util';
import { MINUTE_MS } from '@funil/contract/durations';
import type { Config } from '../config/config.ts';
import type { Database } from '../store/database.ts';
import { RUNNING_SERVER_MS } from '../store/retention.ts';

/** A server that gave no sign of life for longer does not run. */
const MAX_UNSEEN_MS = 3 * MINUTE_MS;

/** Slow to guess, and never the secret itself: variable → salt and scrypt hash, both in Base64. */
type SecretHashes = Readonly<Record<string, { readonly salt: string; readonly hash: string }>>;

const HASH_BYTES = 32;
const scryptHash = promisify<string, string, number, Buffer>(scrypt);
const hashSecret = async (secret: string, salt: string) =>
  (await scryptHash(secret, salt, HASH_BYTES)).toString('base64');

async function hashSecrets(secrets: Config['secrets']): Promise<SecretHashes> {
  const salt = randomBytes(16).toString('base64');
  const entries = Object.entries(secrets).map(async ([name, secret]) => {
    return [name, { salt, hash: await hashSecret(secret, salt) }] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

/** Returns the name by which a server is known: host and port. */
const nameOf = ({ port }: Config['listen']): string => `${hostname()}:${port}`;

/** A server that runs on the database. */
export interface RunningServer {
  readonly server: string;
  /** ISO time, UTC. */
  readonly seenAt: string;
  readonly secrets: SecretHashes;
  /** ISO time at which a visitor came whose address a proxy hides; null: none did. */
  readonly hiddenVisitorAt: string | null;
}

/** Returns the servers that gave a sign of life within the last minutes. */
export async function readRunningServers(
  database: Database,
  now: number,
): Promise<RunningServer[]> {
  const rows = await database
    .selectFrom('running_servers')
    .select(['server', 'seen_at as seenAt', 'secrets', 'hidden_visitor_at as hiddenVisitorAt'])
    .orderBy('server')
    .execute();
  return rows
    .filter(({ seenAt }) => Math.abs(now - Date.parse(seenAt)) < MAX_UNSEEN_MS)
    .map((row) => ({ ...row, secrets: JSON.parse(row.secrets) as SecretHashes }));
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
  return `Outros servidores usam o mesmo banco (${names.join(', ')}): publica-se em cada um deles, com npm run publish.`;
}

/** Returns the variables whose secret a running server does not have, has another value of, or still has. */
export async function findChangedSecrets(
  secrets: Config['secrets'],
  running: readonly RunningServer[],
): Promise<string[]> {
  const names = [secrets, ...running.map((server) => server.secrets)].flatMap((some) =>
    Object.keys(some),
  );
  const changed = await Promise.all(
    [...new Set(names)].map(async (name) => {
      const secret = secrets[name];
      const judged = running.map(async (server) => {
        const known = server.secrets[name];
        if (known === undefined || secret === undefined) return known !== secret;
        return (await hashSecret(secret, known.salt)) !== known.hash;
      });
      return (await Promise.all(judged)).includes(true) ? [name] : [];
    }),
  );
  return changed.flat();
}

/** Returns functions that store that this server runs, with hashes of its secrets, and that it no longer does. */
export function createServerSign({ listen, secrets }: Pick<Config, 'listen' | 'secrets'>) {
  const server = nameOf(listen);
  const hashes = hashSecrets(secrets);
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
        secrets: JSON.stringify(await hashes),
        hidden_visitor_at: hiddenVisitorAt,
      };
      await database
        .insertInto('running_servers')
        .values({ server, ...row })
        .onConflict((conflict) => conflict.column('server').doUpdateSet(row))
        .execute();
      await database
        .deleteFrom('running_servers')
        .where('seen_at', '<', new Date(now - RUNNING_SERVER_MS).toISOString())
        .execute();
    },
    remove: (database: Database) =>
      database.deleteFrom('running_servers').where('server', '=', server).execute(),
  };
}
