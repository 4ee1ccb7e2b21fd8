import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { PLATFORM_NAMES, PLATFORMS, type PlatformName } from '@funil/contract/sales/platforms';
import { configOf } from '../../../testkit/config-of.ts';
import { queryTables } from '../../../testkit/databases/query-tables.ts';
import approved from '../../../testkit/simulate/platforms/hotmart/samples/approved.json' with {
  type: 'json',
};
import { readSample } from '../../../testkit/simulate/platforms/simulator.ts';
import { SIMULATORS } from '../../../testkit/simulate/platforms/simulators.ts';
import { makeFolder } from '../../../testkit/start-app.ts';
import { buildApp } from '../../src/app.ts';
import { startJobs } from '../../src/jobs/start-jobs.ts';
import { createLogger } from '../../src/log/logger.ts';
import type { NoticeAdapters } from '../../src/sales/notices/notice.ts';
import type { CountRefusal } from '../../src/sales/notices/refusals.ts';
import { ADAPTERS } from '../../src/sales/platforms/adapters.ts';
import { createSalesUpdater, updateSalesOnce } from '../../src/sales/update-sales.ts';
import { openStore } from '../../src/store/capture/open-store.ts';
import type { Database } from '../../src/store/database.ts';
import { openDatabase } from '../../src/store/open-database.ts';
import { keepConsuming } from '../deliveries/consume-changes.ts';
import { makeTestDatabase, type StoreKind } from '../store/open-test-store.ts';

const secretOf = (platform: string) => `${platform}-de-teste`;
export const SECRETS = Object.fromEntries(
  PLATFORM_NAMES.map((name) => [PLATFORMS[name].secretVariable, secretOf(name)]),
) as Record<(typeof PLATFORMS)[PlatformName]['secretVariable'], string>;

/** Returns the text of a sample notice, such as `hotmart/approved`. */
export function sampleText(path: string): string {
  const [platform, name = ''] = path.split('/');
  return readSample(platform as PlatformName, name);
}

interface NoticeOptions {
  transaction?: string;
  event?: string;
  at?: number;
  noticed?: number;
  /** The key of the sale's lead. */
  ref?: string;
  name?: string;
  phone?: string;
  email?: string;
  product?: string;
  /** Further fields of the purchase. */
  purchase?: Record<string, unknown>;
}

/** Returns Hotmart's notice of a sale, which is that of the sample where no option says otherwise. */
export function notice({
  event = 'PURCHASE_APPROVED',
  at = Date.now(),
  noticed = at,
  ...sale
}: NoticeOptions): string {
  const { data } = approved;
  const { name = data.buyer.name, phone = '11987654321', email = 'marina@example.com' } = sale;
  const { transaction = 'HP1', ref = '', product = data.product.name } = sale;
  const origin = { ...data.purchase.origin, sck: ref.replaceAll('-', '') };
  const purchase = { ...data.purchase, transaction, origin, order_date: at, approved_date: at };
  const noticeData = {
    ...data,
    product: { ...data.product, name: product },
    buyer: { ...data.buyer, name, email, checkout_phone: phone },
    purchase: { ...purchase, ...sale.purchase },
  };
  return JSON.stringify({ ...approved, event, creation_date: noticed, data: noticeData }, null, 2);
}

interface StartOptions {
  env?: Record<string, string>;
  hasUpdater?: boolean;
  hasConsumer?: boolean;
  onRefused?: CountRefusal;
}

/** Starts the app with a database and the updater of sales. */
export async function startSales(
  kind: StoreKind,
  { env = SECRETS, hasUpdater = true, hasConsumer = true, onRefused = () => {} }: StartOptions = {},
) {
  const folder = makeFolder();
  const testDatabase = await makeTestDatabase(kind, join(folder.path, 'data'));
  // Separate, because reading SQLite's file directly releases its locks.
  const testEnv = Object.assign(testDatabase.env, { SITE_DIR: join(folder.path, 'site') });
  const config = configOf({ ...testEnv, RATE_LIMIT: '0', ...env });
  const errors: string[] = [];
  const reportError = (message: string, error: unknown) => {
    errors.push(`${message}: ${error}`);
  };
  const store = await openStore(config.store, reportError);
  await store.isReady();
  const open = () => openDatabase(config.store, 'write');
  const startUpdater = (
    adapters: NoticeAdapters = ADAPTERS,
    accounts = config.postbacks.accounts,
  ) => {
    const { attributionDays } = config.sales;
    const update = createSalesUpdater({ adapters, attributionDays, accounts, now: Date.now });
    const run = ({ database }: { database: Database }) => update(database);
    const job = { failureMessage: 'sales fail', everyMs: 2_000, wakeOn: 'notice', run } as const;
    return startJobs([job], { open, now: Date.now, reportError });
  };
  let updater = hasUpdater ? startUpdater() : null;
  const consumer = hasConsumer ? keepConsuming(open) : null;
  const log: string[] = [];
  const app = await buildApp({
    config,
    store,
    logger: createLogger({ write: (line) => log.push(line) }),
    onNotice: () => updater?.wake('notice'),
    onRefused,
  });
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  return {
    address,
    env: testEnv,
    log,
    errors,
    open,
    query: queryTables(testEnv),
    async stopUpdater() {
      await updater?.stop();
      updater = null;
    },
    startUpdater(...options: Parameters<typeof startUpdater>) {
      updater = startUpdater(...options);
    },
    async [Symbol.asyncDispose]() {
      await app.close();
      await consumer?.stop();
      await updater?.stop();
      await store.close();
      await testDatabase[Symbol.asyncDispose]();
      folder[Symbol.dispose]();
    },
  };
}

/** Sends a notice with its platform's proof; compressed, if the headers say so. */
export function send(
  address: string,
  platform: string,
  body: string,
  headers: Record<string, string> = {},
) {
  const knownPlatform = PLATFORM_NAMES.find((name) => name === platform);
  const sign = knownPlatform && SIMULATORS[knownPlatform].sign;
  const signed = sign?.(Buffer.from(body), secretOf(platform));
  const query = new URLSearchParams({ ...signed?.query });
  return fetch(`${address}/postbacks/${platform}?${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...signed?.headers, ...headers },
    body: headers['content-encoding'] === 'gzip' ? gzipSync(body) : body,
  });
}

export async function storeNotice({ database }: { readonly database: Database }, body: string) {
  await database
    .insertInto('notices')
    .values({
      platform: 'hotmart',
      digest: createHash('sha256').update(body).digest(),
      headers: '{}',
      body: Buffer.from(body),
      proof: '{}',
      read_by: null,
      read_error: null,
      notice_id: null,
      sale_key: null,
    })
    .execute();
  await updateSalesOnce(database, { adapters: ADAPTERS, attributionDays: 30, now: Date.now });
}

export async function readStoredText({ query }: Awaited<ReturnType<typeof startSales>>) {
  const notices = await query('select headers, body, notice_id from funil.notices');
  const bodies = notices.map(({ body }) => Buffer.from(body as Uint8Array).toString());
  const rows = await query('select * from funil.sales');
  const keys = await query('select * from funil.sale_keys');
  return JSON.stringify([notices.map(({ headers }) => headers), bodies, rows, keys]);
}
