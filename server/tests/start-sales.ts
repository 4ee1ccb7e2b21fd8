import { join } from 'node:path';
import { PLATFORMS as FACTS, PLATFORM_NAMES, type PlatformName } from '@funil/contract/platforms';
import { queryTables } from '../../testkit/query-tables.ts';
import { makeFolder } from '../../testkit/start-app.ts';
import type { Postgres } from '../../testkit/start-postgres.ts';
import { buildApp } from '../src/app.ts';
import { readConfig } from '../src/config/config.ts';
import { createLogger } from '../src/log/logger.ts';
import type { NoticeAdapters } from '../src/sales/notice.ts';
import { readSample } from '../src/sales/platforms/checkout.ts';
import { PLATFORMS } from '../src/sales/platforms/platforms.ts';
import { startSalesUpdater } from '../src/sales/update-sales.ts';
import { openDatabase } from '../src/store/open-database.ts';
import { openStore } from '../src/store/open-store.ts';
import type { StoreKind } from './open-test-store.ts';

/** A secret for each platform; those in the samples are the same. */
const secretOf = (platform: string) => `${platform}-de-teste`;
export const SECRETS = Object.fromEntries(
  PLATFORM_NAMES.map((name) => [FACTS[name].secretVariable, secretOf(name)]),
) as Record<(typeof FACTS)[PlatformName]['secretVariable'], string>;

/** The text of a sample notice, such as `hotmart/approved`. */
export function sampleText(path: string): string {
  const [platform, name = ''] = path.split('/');
  return readSample(platform as PlatformName, name);
}

interface Bought {
  transaction?: string;
  event?: string;
  at?: number;
  noticed?: number;
  ref?: string;
  phone?: string;
  email?: string;
}

/** A Hotmart notice of now. */
export function notice({
  transaction = 'HP1',
  event = 'PURCHASE_APPROVED',
  at = Date.now(),
  ...more
}: Bought): string {
  const { noticed = at, ref = '', phone = '11987654321', email = 'marina@example.com' } = more;
  return sampleText('hotmart/approved')
    .replaceAll(/"creation_date": \d+/g, `"creation_date": ${noticed}`)
    .replaceAll(/"(order_date|approved_date)": \d+/g, `"$1": ${at}`)
    .replace('PURCHASE_APPROVED', event)
    .replace('HP2611031844', transaction)
    .replace('0192f3a4b5c67d8e9f00112233445566', ref)
    .replace('11987654321', phone)
    .replace('"marina.prado@example.com"', `"${email}"`);
}

/** The whole way of a sale: the app, a database of either kind, and what keeps sales up to date. */
export async function startSales(
  kind: StoreKind,
  postgres: Postgres,
  { env = SECRETS as Record<string, string>, isKept = true } = {},
) {
  const folder = makeFolder();
  const url = kind === 'PostgreSQL' ? await postgres.createDatabase() : null;
  const place = {
    DATA_DIR: join(folder.path, 'data'),
    // Of its own: whoever reads the database's file as a file takes its locks away.
    SITE_DIR: join(folder.path, 'site'),
    ...(url && { DATABASE_URL: url }),
  };
  const read = readConfig({ ...place, RATE_LIMIT: '0', ...env });
  if (!read.ok) throw new Error(read.message);
  const { config } = read;
  const troubles: string[] = [];
  const store = await openStore(config.store, (message, error) =>
    troubles.push(`${message}: ${error}`),
  );
  await store.isReady();
  const parts = {
    open: () => openDatabase(config.store, 'write'),
    adapters: PLATFORMS,
    attributionDays: config.sales.attributionDays,
    now: Date.now,
    reportTrouble: (message: string, error: unknown) => troubles.push(`${message}: ${error}`),
  };
  let keeper = isKept ? startSalesUpdater(parts) : null;
  const log: string[] = [];
  const app = await buildApp({
    config,
    store,
    logger: createLogger({ write: (line) => log.push(line) }),
    onNotice: () => keeper?.wake(),
  });
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  return {
    address,
    env: place,
    log,
    troubles,
    store,
    open: parts.open,
    query: queryTables(place),
    /** Ends what keeps sales up to date, as a crash between two steps does; and begins anew. */
    async stopKeeping() {
      await keeper?.close();
      keeper = null;
    },
    keepAgain(adapters: NoticeAdapters = PLATFORMS) {
      keeper = startSalesUpdater({ ...parts, adapters });
    },
    async [Symbol.asyncDispose]() {
      await app.close();
      await keeper?.close();
      await store.close();
      folder[Symbol.dispose]();
    },
  };
}

/** Sends a notice as its platform does, proved. */
export function send(address: string, platform: string, body: string, headers = {}) {
  const known = PLATFORM_NAMES.find((name) => name === platform);
  const sign = known && PLATFORMS[known].checkout.sign;
  const signed = sign?.(Buffer.from(body), secretOf(platform));
  const query = new URLSearchParams({ ...signed?.query });
  return fetch(`${address}/postbacks/${platform}?${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...signed?.headers, ...headers },
    body,
  });
}
