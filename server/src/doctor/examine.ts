import { existsSync, statfsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { SITE_FACTS_FILE, type SiteFacts } from '@funil/contract/site-facts';
import { explainTrouble } from '../commands/run/explain-trouble.ts';
import type { StoreConfig } from '../config/config.ts';
import { MAIL_VARIABLES, type MailConfig } from '../config/mail.ts';
import { readSettings, settingsFile } from '../config/settings-file.ts';
import { verifyMail } from '../deliveries/mail/send.ts';
import { readPublishFailure } from '../site/publish-failure.ts';
import { readSiteFacts } from '../site/site-facts.ts';
import type { DatabaseState } from '../store/database-state.ts';
import { inspectDatabase } from '../store/open-database.ts';
import { checkConsole } from './check-console.ts';
import { checkConversions, tryConversions } from './check-conversions.ts';
import { checkDatabase } from './check-database.ts';
import { checkDeliveries, checkMail } from './check-deliveries.ts';
import { checkClock, checkDisk, type DiskFacts } from './check-machine.ts';
import { checkSales } from './check-sales.ts';
import { checkSettings, checkSettingsFile, type SettingsFile } from './check-settings.ts';
import { type BuiltSite, checkContent, checkSite } from './check-site.ts';
import { type Finding, SUBJECTS } from './finding.ts';
import { type ContentFacts, readContents } from './read-contents.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Checks everything that selling and counting sales need. Changes no row, and connects only to the database and, if they
 * are configured, to the mail server, Meta and Google.
 */
export async function examine(env: Environment): Promise<Finding[]> {
  const now = Date.now();
  const { file, env: whole } = lookAtSettings(env);
  const { config, wrong, findings } = checkSettings(whole);
  const look = await lookAtDatabase(config.store, wrong);
  const facts = look?.ok ? look.facts : null;
  const contents = look?.ok ? look.contents : null;
  const isEmbedded = config.store.databaseUrl === null;
  const site = lookAtSite(config.site.dir);
  const told = readSiteFacts(config.site.dir);
  const known = told.ok ? told.facts : null;
  const found = [
    checkSettingsFile(file),
    ...findings,
    ...(look ? checkDatabase(look, nameOf(config.store)) : []),
    isEmbedded
      ? checkDisk(lookAtDisk(config.store.dataDir, facts?.bytes ?? 0))
      : checkDisk(lookAtDisk(config.site.dir, 0)),
    checkClock({
      now,
      database: facts?.clock ?? null,
      newestLeadAt: contents?.newestLeadAt ?? null,
    }),
    checkSite(site),
    ...(site.isWhole ? checkContent(known) : []),
    ...checkSales({
      secrets: config.postbacks.secrets,
      used: known?.checkout.platform ?? null,
      server: publicAddress(known, whole),
      notices: contents?.notices ?? null,
      now,
    }),
    ...checkDeliveries(contents?.lanes ?? [], now),
    ...checkConsole({
      config: config.console,
      isBuilt: isConsoleBuilt(config.console.dir),
      operators: contents?.operators ?? null,
    }),
    ...(await lookAtMail(config.mail, wrong, whole)),
    ...checkConversions(await tryConversions(config.conversions, known, now)),
  ];
  return found.toSorted((a, b) => SUBJECTS.indexOf(a.subject) - SUBJECTS.indexOf(b.subject));
}

/** Returns this server's public address: the page's, unless the page captures elsewhere. */
function publicAddress(site: SiteFacts | null, env: Environment): string {
  if (env.PUBLIC_SUPABASE_URL) return 'https://ENDEREÇO-DESTE-SERVIDOR';
  return site && !site.isDemo ? site.url : 'https://SUA-PÁGINA';
}

/** Returns nothing if the e-mail settings are invalid, which is reported already. */
async function lookAtMail(
  mail: MailConfig | null,
  wrong: readonly string[],
  env: Environment,
): Promise<Finding[]> {
  if (Object.keys(MAIL_VARIABLES).some((name) => wrong.includes(name))) return [];
  return [checkMail({ mail, trouble: mail && (await verifyMail(mail.smtp)), env })];
}

type Inspected =
  | { readonly ok: true; readonly facts: DatabaseState; readonly contents: ContentFacts | null }
  | { readonly ok: false; readonly trouble: string };

/** Returns null if the configuration does not say which database. */
async function lookAtDatabase(
  store: StoreConfig,
  wrong: readonly string[],
): Promise<Inspected | null> {
  if (wrong.includes('DATABASE_URL')) return null;
  try {
    const facts = await inspectDatabase(store);
    const contents = facts.version === facts.newest ? await readContents(store) : null;
    return { ok: true, facts, contents };
  } catch (error) {
    return { ok: false, trouble: explainTrouble(error, store) };
  }
}

const nameOf = ({ databaseUrl, dataDir }: StoreConfig) =>
  databaseUrl === null ? `O banco embutido em ${dataDir}` : 'O PostgreSQL de DATABASE_URL';

/** Mode bits that let group and others read. */
const FOREIGN_READ = 0o044;

/** Returns the settings file, and the environment with its settings. */
function lookAtSettings(env: Environment): { file: SettingsFile; env: Environment } {
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

/** Returns the free room on the disk of a folder, or of its nearest existing parent. */
function lookAtDisk(folder: string, database: number): DiskFacts {
  let there = resolve(folder);
  while (!existsSync(there)) there = dirname(there);
  const { bavail, bsize } = statfsSync(there);
  return { folder, free: bavail * bsize, database };
}

function lookAtSite(folder: string): BuiltSite {
  const isWhole = ['index.html', SITE_FACTS_FILE].every((name) => existsSync(join(folder, name)));
  return { folder, isWhole, failure: readPublishFailure(folder) };
}

/** Whether the console is built. */
const isConsoleBuilt = (folder: string): boolean => existsSync(join(folder, 'index.html'));
