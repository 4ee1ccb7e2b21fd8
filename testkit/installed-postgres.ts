import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findPort } from './find-port.ts';
import { makeFolder } from './start-app.ts';
import { runQuery } from './start-postgres.ts';

/** Where Debian and Ubuntu keep each version's programs. */
const VERSIONS = '/usr/lib/postgresql';
/** Longest wait for a program of PostgreSQL, in ms. */
const PATIENCE = 20_000;

/** The folder of the newest installed PostgreSQL's programs, `pg_dump` among them. */
function findPrograms(): string {
  const versions = existsSync(VERSIONS) ? readdirSync(VERSIONS) : [];
  const found = versions
    .toSorted((a, b) => Number(b) - Number(a))
    .map((version) => join(VERSIONS, version, 'bin'))
    .find((folder) => ['initdb', 'pg_dump'].every((name) => existsSync(join(folder, name))));
  if (found) return found;
  throw new Error('No PostgreSQL with pg_dump is installed: apt-get install postgresql');
}

/** PostgreSQL does not run as root; its package makes a user for it. */
function findUser(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const idOf = (option: string) => Number(spawnSync('id', [option, 'postgres']).stdout);
  return { uid: idOf('-u'), gid: idOf('-g') };
}

/**
 * Runs one of PostgreSQL's programs as whoever may.
 * @throws Error with what it printed, when it fails or takes too long
 */
export function runProgram(name: string, args: readonly string[], user = findUser()): void {
  const { status, stdout, stderr } = spawnSync(join(findPrograms(), name), args, {
    ...user,
    cwd: '/',
    encoding: 'utf8',
    timeout: PATIENCE,
  });
  if (status !== 0) throw new Error(`${name} (${status ?? 'too slow'}): ${stdout}${stderr}`);
}

async function waitUntilReady(address: string, child: ChildProcess): Promise<void> {
  const limit = Date.now() + PATIENCE;
  for (;;) {
    try {
      await runQuery(address, 'select 1');
      return;
    } catch (error) {
      // Refused, as long as it starts.
      if (child.exitCode !== null || Date.now() > limit) throw error;
    }
    await pause(100);
  }
}

/** A server of the PostgreSQL that this machine has installed, with the tools of its version. */
export async function startInstalledPostgres() {
  const folder = makeFolder();
  const user = findUser();
  if (user.uid && user.gid) chownSync(folder.path, user.uid, user.gid);
  const data = join(folder.path, 'pg');
  runProgram('initdb', ['--no-sync', '--auth=trust', '--username=admin', '-E', 'UTF8', data]);
  const port = await findPort();
  const settings = ['listen_addresses=127.0.0.1', `unix_socket_directories=${folder.path}`];
  const child = spawn(
    join(findPrograms(), 'postgres'),
    ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
    { ...user, cwd: '/', stdio: 'ignore' },
  );
  const ended = once(child, 'exit');
  const addressOf = (user: string, database: string) =>
    `postgres://${user}:secret@127.0.0.1:${port}/${database}`;
  const stop = async () => {
    child.kill('SIGQUIT');
    await Promise.race([ended, pause(PATIENCE, undefined, { ref: false })]);
    folder[Symbol.dispose]();
  };
  try {
    await waitUntilReady(addressOf('admin', 'postgres'), child);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    addressOf,
    /** Runs statements one by one as the administrator. */
    async administer(...statements: string[]) {
      for (const sql of statements) await runQuery(addressOf('admin', 'postgres'), sql);
    },
    [Symbol.asyncDispose]: stop,
  };
}
