import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { queryTables } from '../../testkit/query-tables.ts';
import { makeFolder } from '../../testkit/start-app.ts';
import type { Postgres } from '../../testkit/start-postgres.ts';
import { buildApp } from '../src/app.ts';
import { readConfig } from '../src/config/config.ts';
import { createLogger } from '../src/log/logger.ts';
import type { NoticeAdapters } from '../src/sales/notice.ts';
import { PLATFORMS } from '../src/sales/platforms/platforms.ts';
import { startSalesKeeper } from '../src/sales/update-sales.ts';
import { openDatabase } from '../src/store/open-database.ts';
import { openStore } from '../src/store/open-store.ts';
import type { StoreKind } from './open-test-store.ts';

export const SECRETS = {
  HOTMART_HOTTOK: 'hottok-de-teste',
  KIWIFY_TOKEN: 'kiwify-de-teste',
  EDUZZ_SECRET: 'eduzz-de-teste',
  HUBLA_TOKEN: 'hubla-de-teste',
  TICTO_TOKEN: 'tok-ticto-de-teste',
  TMB_TOKEN: 'tmb-de-teste',
  MONETIZZE_TOKEN: 'chave-monetizze-de-teste',
};

const SAMPLES = join(import.meta.dirname, '../src/sales/platforms/samples');
export const sampleText = (name: string) => readFileSync(join(SAMPLES, `${name}.json`), 'utf8');

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
  let keeper = isKept ? startSalesKeeper(parts) : null;
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
      keeper = startSalesKeeper({ ...parts, adapters });
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
  const { path, ...proof } = prove(platform, body);
  return fetch(`${address}/postbacks/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...proof, ...headers },
    body,
  });
}

function prove(platform: string, body: string): Record<string, string> & { path: string } {
  switch (platform) {
    case 'hotmart':
      return { path: 'hotmart', 'x-hotmart-hottok': SECRETS.HOTMART_HOTTOK };
    case 'kiwify': {
      const signature = createHmac('sha1', SECRETS.KIWIFY_TOKEN).update(body).digest('hex');
      return { path: `kiwify?signature=${signature}` };
    }
    case 'eduzz': {
      const signature = createHmac('sha256', SECRETS.EDUZZ_SECRET).update(body).digest('hex');
      return { path: 'eduzz', 'x-signature': signature };
    }
    case 'hubla':
      return { path: 'hubla', 'x-hubla-token': SECRETS.HUBLA_TOKEN };
    case 'tmb':
      return { path: 'tmb', authorization: `Bearer ${SECRETS.TMB_TOKEN}` };
    default:
      return { path: platform };
  }
}
