import fs, { mkdirSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { configOf } from '../../../testkit/config-of.ts';
import { judgeCopies } from '../../src/connections/copies.ts';
import { copyIfDue } from '../../src/copies/daily-copy.ts';
import { makeCopy } from '../../src/copies/make-copy.ts';
import { planRestore, runRestore } from '../../src/copies/restore.ts';
import { openCommandDatabase } from '../commands/open-command-database.ts';

export const MORNING = Date.parse('2026-11-26T06:30:00Z');

/** Makes the settings of a server whose copies go to a folder beside its data. */
export async function openCopies() {
  const opened = await openCommandDatabase();
  const dir = join(opened.folder, 'backup');
  const store = { databaseUrl: null, dataDir: opened.folder };
  const settings = { secretsKey: null };
  const content = { ownContentDir: join(opened.folder, 'content') };
  const { site, console } = configOf(opened.env);
  const config = { store, settings, copies: { dir }, content, site, console };
  const copy = join(dir, 'funil-2026-11-26.db');
  return {
    ...opened,
    dir,
    config,
    copy,
    copyAt: (now: number) => copyIfDue(config, dir, now),
    /** Makes a copy without the thread that the nightly one starts. */
    async makeCopy() {
      mkdirSync(dir, { recursive: true });
      await makeCopy(config, copy);
    },
    restore: (file = copy) => runRestore(config, planRestore(config, file), MORNING),
    judge: async (now: number) => (await judgeCopies({ config, now })).findings,
    [Symbol.asyncDispose]: opened[Symbol.asyncDispose],
  };
}

/** Makes a folder refuse hard links, modes and SQLite's locks, as exFAT and some network disks do. */
export function usePlainDisk(folder: string) {
  const { chmodSync, linkSync, openSync, promises } = fs;
  const locks: DatabaseSync[] = [];
  const { link } = promises;
  const refuse = () => Object.assign(new Error('not permitted'), { code: 'EPERM' });
  promises.link = () => Promise.reject(refuse());
  fs.linkSync = () => {
    throw refuse();
  };
  fs.openSync = (path, flags, mode) => {
    const descriptor = openSync(path, flags, mode);
    if (String(path).startsWith(folder) && flags === 'wx') {
      const lock = new DatabaseSync(String(path));
      lock.exec('begin exclusive');
      locks.push(lock);
    }
    return descriptor;
  };
  fs.chmodSync = (path, mode) => {
    if (String(path).startsWith(folder)) throw refuse();
    chmodSync(path, mode);
  };
  syncBuiltinESMExports();
  return {
    [Symbol.dispose]() {
      for (const lock of locks) lock.close();
      Object.assign(fs, { chmodSync, linkSync, openSync });
      Object.assign(promises, { link });
      syncBuiltinESMExports();
    },
  };
}
