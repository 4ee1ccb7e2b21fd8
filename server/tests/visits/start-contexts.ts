import { randomUUID } from 'node:crypto';
import { configOf } from '../../../testkit/config-of.ts';
import { queryTables } from '../../../testkit/databases/query-tables.ts';
import { startPostgres } from '../../../testkit/databases/start-postgres.ts';
import { makeEvent } from '../../../testkit/rows.ts';
import { postRows, startApp } from '../../../testkit/start-app.ts';
import { openDatabase } from '../../src/store/open-database.ts';
import { createPostgresStore } from '../../src/store/postgres/store.ts';
import type { StoreKind } from '../store/open-test-store.ts';

export const CONTEXT = {
  consent: 'granted',
  fbp: 'fb.1.1596403881668.1116446470',
  fbc: 'fb.1.1554763741205.IwAR2F4-dbP0l7Mn1IawQQGCINEz7PYX',
  page_location: 'https://escola.test/?utm_source=instagram',
  gtag: false,
  fbq: true,
  other_form: false,
};

export const makeConfirmation = (changes: Record<string, unknown> = {}) =>
  makeEvent({
    name: 'generate_lead',
    payload: { currency: 'BRL', value: 0 },
    lead_ref: randomUUID(),
    context: CONTEXT,
    ...changes,
  });

/** Starts a server on a new database, with Meta configured by default. */
export async function startContextServer(
  kind: StoreKind,
  env: Record<string, string> = { META_CAPI_TOKEN: 'tok' },
) {
  const postgres = kind === 'PostgreSQL' ? await startPostgres() : null;
  const url = await postgres?.createDatabase();
  const store = url && createPostgresStore(url, () => {});
  const app = await startApp({ env: { TRUST_PROXY: '1', ...env }, ...(store && { store }) });
  const paths = { DATA_DIR: app.dataDir, ...(url && { DATABASE_URL: url }) };
  const config = configOf(paths);
  const database = await openDatabase(config.store, 'write');
  return {
    address: app.address,
    log: app.log,
    database,
    send: async (rows: unknown) =>
      (
        await postRows(app.address, 'jornada', rows, {
          'x-forwarded-for': '203.0.113.7',
          'user-agent': 'Mozilla/5.0 (Linux; Android 14)',
        })
      ).status,
    query: queryTables(paths),
    async [Symbol.asyncDispose]() {
      await database.destroy();
      await app[Symbol.asyncDispose]();
      await postgres?.[Symbol.asyncDispose]();
    },
  };
}
