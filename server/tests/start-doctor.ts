import { join } from 'node:path';
import { makeSiteFacts, writeSite } from '../../testkit/start-app.ts';
import type { Postgres } from '../../testkit/start-postgres.ts';
import { runFile } from '../../testkit/start-process.ts';
import { examine } from '../src/doctor/examine.ts';
import { openCommandDatabase } from './open-command-database.ts';

const SITE = {
  'index.html': 'x',
  'site.json': makeSiteFacts({
    url: 'https://minha.com.br',
    checkout: { url: 'https://pay.kiwify.com.br/abc', platform: 'kiwify' },
  }),
};

/** A prepared database and a built page, with the environment that names both. */
export async function openHouse(kind: string, postgres: Postgres) {
  const database = await openCommandDatabase(kind, postgres);
  const siteDir = join(database.folder, 'site');
  writeSite(siteDir, SITE);
  const consoleDir = join(database.folder, 'console');
  writeSite(consoleDir, { 'index.html': 'x' });
  const env: Record<string, string> = {
    ...database.env,
    SITE_DIR: siteDir,
    CONSOLE_DIR: consoleDir,
    KIWIFY_TOKEN: 'um-segredo-bem-longo',
  };
  return { ...database, env, siteDir };
}

export const doctor = (env: Record<string, string>, ...args: string[]) =>
  runFile('commands/doctor.ts', args, env);

/** Returns findings as `level: sentence`, except about this machine's disk. */
export async function findAll(env: Record<string, string>) {
  const findings = await examine({ ENV_FILE: '', ...env });
  return findings
    .filter(({ subject }) => subject !== 'disk')
    .map(({ level, what }) => `${level}: ${what}`);
}

export const findProblems = async (env: Record<string, string>) =>
  (await findAll(env)).filter((line) => !line.startsWith('green'));
