import { existsSync, statfsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { SITE_FACTS_FILE } from '@funil/contract/site-facts';
import { readSettings, settingsFile } from '../config/settings-file.ts';
import { readPublishFailure } from '../site/publish-failure.ts';
import type { DiskFacts } from './check-disk.ts';
import type { SettingsFile } from './check-settings.ts';
import type { BuiltSite } from './check-site.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Mode bits that let the group and everybody else read. */
const FOREIGN_READ = 0o044;

/** The file of settings, and the environment with what it adds. */
export function lookAtSettings(env: Environment): { file: SettingsFile; env: Environment } {
  const path = settingsFile(env);
  if (path === '') return { file: { state: 'none' }, env };
  const settings = readSettings(env);
  if (!settings.ok) return { file: { state: 'unreadable', path, trouble: settings.message }, env };
  const found = statSync(path, { throwIfNoEntry: false });
  const isForeignReadable =
    found !== undefined && process.platform !== 'win32' && (found.mode & FOREIGN_READ) !== 0;
  const state = found ? 'read' : 'missing';
  return { file: { state, path, isForeignReadable }, env: settings.env };
}

/** The disk of a folder, or of the nearest one above it that is there. */
export function lookAtDisk(folder: string, database: number): DiskFacts {
  let there = resolve(folder);
  while (!existsSync(there)) there = dirname(there);
  const { bavail, bsize } = statfsSync(there);
  return { folder, free: bavail * bsize, database };
}

/** The built site in its folder. */
export function lookAtSite(folder: string): BuiltSite {
  const isWhole = ['index.html', SITE_FACTS_FILE].every((name) => existsSync(join(folder, name)));
  return { folder, isWhole, failure: readPublishFailure(folder) };
}

/** Whether there is a console to serve. */
export const isConsoleBuilt = (folder: string): boolean => existsSync(join(folder, 'index.html'));
