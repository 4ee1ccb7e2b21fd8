import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type SiteInfo, type SiteInfoInput, siteInfoSchema } from '@funil/contract/site/site-info';
import { type AppDependencies, buildApp } from '@funil/server/app';
import { createLogger } from '@funil/server/log/logger';
import type { CaptureStore } from '@funil/server/store/capture/capture-store';
import { databaseFile, openForWriting } from '@funil/server/store/sqlite/database';
import { createSqliteStore } from '@funil/server/store/sqlite/store';
import type { FastifyInstance } from 'fastify';
import { BROWSER_HEADERS } from './browser-headers.ts';
import { configOf } from './config-of.ts';

export interface StartOptions {
  env?: Record<string, string>;
  site?: Record<string, string | Uint8Array>;
  /** Default: SQLite in a temporary folder. */
  store?: CaptureStore;
  timeouts?: AppDependencies['timeouts'];
  /** Changes the app before it listens. */
  prepare?: (app: FastifyInstance) => void;
}

export function makeFolder() {
  const path = mkdtempSync(join(tmpdir(), 'funil-test-'));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

let template: Uint8Array | undefined;

/** Much faster than running the migrations. */
export function makeDatabase(dataDir: string): void {
  template ??= makeTemplate();
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(databaseFile(dataDir), template);
}

function makeTemplate(): Uint8Array {
  using folder = makeFolder();
  openForWriting(folder.path).close();
  return readFileSync(databaseFile(folder.path));
}

export const makeSiteInfo = (changes: Partial<SiteInfoInput> = {}): string =>
  JSON.stringify({
    policy: "default-src 'self'",
    sections: ['header', 'hero', 'oferta', 'footer'],
    product: 'Escola',
    url: 'https://escola.test',
    isDemo: false,
    replyHours: 48,
    tracking: { gtag: null, adsConversion: null, pixel: null, consent: 'notice' },
    checkout: { url: 'https://checkout.test/escola' },
    ...changes,
  } satisfies SiteInfoInput);

export const readSiteInfo = (changes?: Partial<SiteInfoInput>): SiteInfo =>
  siteInfoSchema.parse(JSON.parse(makeSiteInfo(changes)));

export function writeSite(folder: string, files: Record<string, string | Uint8Array>) {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

export async function startApp(options: StartOptions = {}) {
  const { env = {}, site = {}, store, timeouts, prepare } = options;
  await using cleanup = new AsyncDisposableStack();
  const folder = cleanup.use(makeFolder());
  const siteDir = join(folder.path, 'site');
  writeSite(siteDir, site);
  const dataDir = join(folder.path, 'data');
  const config = configOf({ SITE_DIR: siteDir, ...env, DATA_DIR: dataDir });

  const log: string[] = [];
  if (!store) makeDatabase(dataDir);
  const openedStore = store ?? createSqliteStore(dataDir, (message) => log.push(message));
  cleanup.defer(() => openedStore.close());
  const app = await buildApp({
    config,
    store: openedStore,
    logger: createLogger({ write: (line) => log.push(line) }),
    ...(timeouts && { timeouts }),
  });
  cleanup.defer(() => app.close());
  prepare?.(app);
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const started = cleanup.move();
  return {
    address,
    dataDir,
    siteDir: config.site.dir,
    log,
    store: openedStore,
    query(sql: string): Record<string, unknown>[] {
      using database = new DatabaseSync(databaseFile(dataDir), { readOnly: true });
      return database.prepare(sql).all();
    },
    [Symbol.asyncDispose]: () => started.disposeAsync(),
  };
}

export function postRows(
  address: string,
  table: string,
  body: unknown,
  headers: Record<string, string> = {},
) {
  return fetch(`${address}/rest/v1/${table}`, {
    method: 'POST',
    headers: {
      ...BROWSER_HEADERS,
      apikey: 'anon-local',
      'content-type': 'application/json',
      prefer: 'return=minimal',
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}
