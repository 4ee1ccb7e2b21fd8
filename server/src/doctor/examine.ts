import { existsSync, readFileSync, statfsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { FINDING_TOPICS } from '@funil/contract/connections/finding-topics';
import { PLATFORMS } from '@funil/contract/sales/platforms';
import { SITE_INFO_FILE } from '@funil/contract/site/site-info';
import type { StoreConfig } from '../config/config.ts';
import { MAIL_VARIABLES } from '../config/mail.ts';
import {
  listMisreadLines,
  readSettings,
  readSettingsText,
  settingsFilePath,
} from '../config/settings-file.ts';
import type { EnvVariables } from '../config/variables.ts';
import type { ConnectionContext } from '../connections/connection.ts';
import { listConnections, readConnectionFacts } from '../connections/connections.ts';
import { createFindingFactories, type Finding } from '../connections/finding.ts';
import { probeConnections } from '../connections/probe.ts';
import { listAccounts } from '../operators/accounts.ts';
import {
  findUnreadableSigningKeys,
  readSealedSigningKeys,
} from '../operators/sign-in/access-token.ts';
import { openSettings } from '../settings/resolve-settings.ts';
import { openWithAny } from '../settings/seal.ts';
import { explainKeyMismatch, keyFileOf, readKeys } from '../settings/secrets-key.ts';
import { readStoredSettings } from '../settings/stored-settings.ts';
import { readPublishFailure } from '../site/publish-failure.ts';
import { findSiteInfo } from '../site/site-info.ts';
import { databaseNow } from '../store/clock/database-clock.ts';
import { inspectDatabase, openDatabase } from '../store/open-database.ts';
import { listOtherServers, readRunningServers } from '../store/running-servers.ts';
import { checkConsole } from './check-console.ts';
import { checkDatabase, type DatabaseInspection } from './check-database.ts';
import { checkClock, checkDisk, checkVolumes } from './check-machine.ts';
import { checkServer } from './check-server.ts';
import {
  checkSettings,
  checkSettingsFile,
  checkSettingsLines,
  checkStoredSettings,
  type SettingsFile,
} from './check-settings.ts';
import { checkContentFolder, checkPublishedContent, checkSite } from './check-site.ts';
import { explainError } from './explain-error.ts';
import { probeConsole } from './probe.ts';

/**
 * Changes no row. Connects only to the database, this machine's listeners and, if configured, to the mail server, Meta
 * and Google.
 */
export async function examineInstallation(processEnv: EnvVariables): Promise<Finding[]> {
  const now = Date.now();
  const { file, env } = readSettingsFile(processEnv);
  const envCheck = checkSettings(env);
  const { inspection, contents } = await readDatabase(envCheck.config.store, envCheck.invalid);
  const { values, unreadable } = openSettings(env, envCheck.config, contents?.storedSettings ?? []);
  const usedCount = Object.keys(values).length;
  // The settings are checked again, because a variable may be valid only together with a stored setting.
  const { config, invalid, findings } =
    usedCount === 0 ? envCheck : checkSettings({ ...env, ...values });
  const running = contents?.running ?? [];
  const state = inspection?.ok ? inspection.state : null;
  const isBuilt = ['index.html', SITE_INFO_FILE].every((name) =>
    existsSync(join(config.site.dir, name)),
  );
  const site = findSiteInfo(config.site.dir);
  const keys = readKeys(config);
  const openWithKeys = (name: string, sealed: string) => openWithAny(keys, name, sealed);
  const allFindings = [
    checkSettingsFile(file),
    ...checkSettingsLines(file),
    ...findings,
    ...checkStoredSettings({
      usedCount,
      unreadable,
      keyFile: readFileAccess(keyFileOf(config)),
      keyPath: keyFileOf(config),
      hasKeyVariable: config.settings.secretsKey !== null,
    }),
    ...(inspection ? checkDatabase(inspection, describeStore(config.store)) : []),
    config.store.databaseUrl === null
      ? checkDisk(readDisk(config.store.dataDir, state?.bytes ?? 0))
      : checkDisk(readDisk(config.site.dir, 0)),
    ...checkVolumes({
      mounts: readMounts(),
      dataDir: resolve(config.store.dataDir),
      copiesDir: config.copies.dir,
    }),
    checkClock({
      now,
      databaseNow: state?.clock ?? null,
      newestLeadAt: contents?.newestLeadAt ?? null,
    }),
    ...(await checkServer(config, running, file.state === 'read' ? file.changedAt : 0)),
    checkSite({ folder: config.site.dir, isBuilt, failure: readPublishFailure(config.site.dir) }),
    ...checkContentFolder(config.content.ownContentDir),
    ...(isBuilt ? checkPublishedContent(site) : []),
    ...(await examineConnections(contents, { config, env: { ...env, ...values }, site, now })),
    ...checkConsole({
      config: config.console,
      isBuilt: existsSync(join(config.console.dir, 'index.html')),
      operators: contents?.operators ?? null,
      answer: await probeConsole(config.console),
      keyMismatch: findUnreadableSigningKeys(contents?.signingKeys ?? [], openWithKeys).length
        ? explainKeyMismatch(config)
        : null,
      hasOtherServer: listOtherServers(running, config.listen).length > 0,
    }),
  ];
  return arrangeFindings(allFindings, invalid);
}

/** Sorts by topic; leaves out findings about e-mail if its settings are invalid. */
function arrangeFindings(findings: readonly Finding[], invalid: readonly string[]): Finding[] {
  const isMailValid = !Object.keys(MAIL_VARIABLES).some((name) => invalid.includes(name));
  const topics = Object.keys(FINDING_TOPICS);
  return findings
    .filter(({ subject }) => subject !== 'mail' || isMailValid)
    .toSorted((a, b) => topics.indexOf(a.subject) - topics.indexOf(b.subject));
}

const COPIES_OFF_FINDING = createFindingFactories('copies').yellow(
  'Nenhuma cópia é feita: se o disco morrer, os leads e as vendas vão junto.',
  'Diga em Ligações em que pasta do servidor guardar cópias.',
  { command: 'No .env: BACKUP_DIR (docs/copias.md).' },
);

async function examineConnections(
  contents: DatabaseContents | null,
  context: ConnectionContext,
): Promise<Finding[]> {
  const probes = await probeConnections(context);
  const connections = await listConnections(contents?.connections ?? null, context, probes);
  const hasConnectedPlatform = connections.some(
    ({ id, findings }) => id in PLATFORMS && findings.length > 0,
  );
  return [
    ...connections.flatMap(({ findings }) => findings),
    ...(context.config.copies.dir === null && context.config.store.databaseUrl === null
      ? [COPIES_OFF_FINDING]
      : []),
    ...(hasConnectedPlatform
      ? []
      : [
          createFindingFactories('sales').yellow(
            'Nenhuma plataforma de checkout está ligada: o relatório fica sem vendas.',
            'Ligue a sua em Ligações; se ela não está lá, nada falta.',
            { command: 'Siga docs/sales.md.' },
          ),
        ]),
  ];
}

async function readDatabase(
  store: StoreConfig,
  invalid: readonly string[],
): Promise<{ inspection: DatabaseInspection | null; contents: DatabaseContents | null }> {
  if (invalid.includes('DATABASE_URL')) return { inspection: null, contents: null };
  try {
    const state = await inspectDatabase(store);
    const contents = state.version === state.newest ? await readContents(store) : null;
    return { inspection: { ok: true, state }, contents };
  } catch (error) {
    return { inspection: { ok: false, remedy: explainError(error, store) }, contents: null };
  }
}

type DatabaseContents = Awaited<ReturnType<typeof readContents>>;

/** The database must be of this release. */
async function readContents(store: StoreConfig) {
  await using database = await openDatabase(store, 'read');
  const now = databaseNow();
  const newest = database.selectFrom('leads').select('created_at').orderBy('id', 'desc').limit(1);
  return {
    newestLeadAt: (await newest.executeTakeFirst())?.created_at ?? null,
    connections: await readConnectionFacts(database, now),
    running: await readRunningServers(database, now),
    operators: await listAccounts(database),
    signingKeys: await readSealedSigningKeys(database),
    storedSettings: await readStoredSettings(database),
  };
}

const describeStore = ({ databaseUrl, dataDir }: StoreConfig) =>
  databaseUrl === null ? `O banco embutido em ${dataDir}.` : 'O PostgreSQL de DATABASE_URL.';

const READ_MODE_OF_OTHERS = 0o044;

/** The returned environment includes the file's settings. */
function readSettingsFile(env: EnvVariables): { file: SettingsFile; env: EnvVariables } {
  const path = settingsFilePath(env);
  if (path === '') return { file: { state: 'disabled' }, env };
  const settings = readSettings(env);
  if (!settings.ok) return { file: { state: 'unreadable', message: settings.message }, env };
  const fileAccess = readFileAccess(path);
  if (!fileAccess) return { file: { state: 'missing', path }, env };
  const misreadLines = listMisreadLines(readSettingsText(path));
  return { file: { state: 'read', path, ...fileAccess, misreadLines }, env: settings.env };
}

function readFileAccess(path: string): { isPrivate: boolean; changedAt: number } | null {
  if (!existsSync(path)) return null;
  const { mode, mtimeMs } = statSync(path);
  const isPrivate = process.platform === 'win32' || (mode & READ_MODE_OF_OTHERS) === 0;
  return { isPrivate, changedAt: mtimeMs };
}

const MOUNTS_FILE = '/proc/self/mountinfo';

const readMounts = (): string => (existsSync(MOUNTS_FILE) ? readFileSync(MOUNTS_FILE, 'utf8') : '');

function readDisk(folder: string, databaseBytes: number) {
  let existingFolder = resolve(folder);
  while (!existsSync(existingFolder)) existingFolder = dirname(existingFolder);
  const { bavail, bsize } = statfsSync(existingFolder);
  return { folder, freeBytes: bavail * bsize, databaseBytes };
}
