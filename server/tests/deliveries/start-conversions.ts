import { queryTables } from '../../../testkit/databases/query-tables.ts';
import { startFakeGa4 } from '../../../testkit/fakes/ga4.ts';
import { startFakeMeta } from '../../../testkit/fakes/meta.ts';
import { makeFolder, makeSiteInfo, writeSite } from '../../../testkit/start-app.ts';
import { startServer } from '../../../testkit/start-process.ts';
import { makeTestDatabase } from '../store/open-test-store.ts';

const PIXEL = '1234567890123';
const STREAM = 'G-ABC123XYZ9';

export async function startConversions(kind: string, overrides: Record<string, string> = {}) {
  const folder = makeFolder();
  const meta = await startFakeMeta({ pixel: PIXEL, token: 'token-da-meta' });
  const google = await startFakeGa4({ stream: STREAM, secret: 'segredo-do-google' });
  const tracking = { gtag: STREAM, adsConversion: null, pixel: PIXEL, consent: 'notice' } as const;
  writeSite(`${folder.path}/site`, { 'site.json': makeSiteInfo({ tracking }) });
  const testDatabase = await makeTestDatabase(kind, `${folder.path}/data`);
  const env: Record<string, string> = {
    ...testDatabase.env,
    SITE_DIR: `${folder.path}/site`,
    CONSOLE_PORT: '0',
    RATE_LIMIT: '0',
    META_CAPI_TOKEN: 'token-da-meta',
    META_API_URL: meta.address,
    GA4_API_SECRET: 'segredo-do-google',
    GA4_API_URL: google.address,
    ...overrides,
  };
  const server = await startServer(env);
  const query = queryTables(env);
  return {
    address: server.address,
    env,
    meta,
    google,
    query,
    /** Returns `<destination> <type> <subject>` → state or skip reason of each delivery. */
    async outcomes(): Promise<Record<string, string>> {
      const rows = await query(
        `select destination, type, events.subject, state, outcome from funil.deliveries as deliveries
         join funil.outbox_events as events on events.number = deliveries.event_number`,
      );
      return Object.fromEntries(
        rows.map(({ destination, type, subject, state, outcome }) => [
          `${destination} ${type} ${subject}`,
          String(state === 'canceled' ? outcome : state),
        ]),
      );
    },
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await meta[Symbol.asyncDispose]();
      await google[Symbol.asyncDispose]();
      await testDatabase[Symbol.asyncDispose]();
      folder[Symbol.dispose]();
    },
  };
}
