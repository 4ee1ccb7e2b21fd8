import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../start-app.ts';
import { HANG_MS } from '../with-timeout.ts';
import { startCluster } from './start-postgres.ts';

const VERSIONS_FOLDER = '/usr/lib/postgresql';

/** Returns the program folder of the newest installed PostgreSQL with `pg_dump`. */
export function findPostgresFolder(): string | undefined {
  const versions = existsSync(VERSIONS_FOLDER) ? readdirSync(VERSIONS_FOLDER) : [];
  return versions
    .toSorted((a, b) => Number(b) - Number(a))
    .map((version) => join(VERSIONS_FOLDER, version, 'bin'))
    .find((folder) => ['initdb', 'pg_dump'].every((name) => existsSync(join(folder, name))));
}

function requirePrograms(): string {
  const folder = findPostgresFolder();
  if (folder) return folder;
  throw new Error('No PostgreSQL with pg_dump is installed: apt-get install postgresql');
}

/** Returns the user that the package created; null if this process is not root, which PostgreSQL refuses. */
function findUser() {
  if (process.getuid?.() !== 0) return null;
  const idOf = (option: string) => Number(spawnSync('id', [option, 'postgres']).stdout);
  return { uid: idOf('-u'), gid: idOf('-g') };
}

/** @throws Error with the program's output if it fails or exceeds its timeout */
export function runPostgresProgram(name: string, args: readonly string[]): void {
  const { status, stdout, stderr } = spawnSync(join(requirePrograms(), name), args, {
    encoding: 'utf8',
    timeout: HANG_MS,
  });
  if (status !== 0) throw new Error(`${name} (${status ?? 'too slow'}): ${stdout}${stderr}`);
}

export async function startInstalledPostgres() {
  const folder = makeFolder();
  const owner = findUser();
  if (owner) chownSync(folder.path, owner.uid, owner.gid);
  const cluster = await startCluster({ folder: folder.path, programs: requirePrograms(), owner });
  return {
    ...cluster,
    async [Symbol.asyncDispose]() {
      await cluster.stop();
      folder[Symbol.dispose]();
    },
  };
}
