import { DAY_MS, HOUR_MS, MINUTE_MS } from '@funil/contract/durations';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { configOf } from '../../../testkit/config-of.ts';
import { type InsightsRow, startFakeMetaAds } from '../../../testkit/fakes/meta-ads.ts';
import { readSpendPages } from '../../src/ads/read-spend.ts';
import { readConfig } from '../../src/config/config.ts';
import { judgeAdAccount } from '../../src/connections/ad-account.ts';
import { pullSpend } from '../../src/imports/pull-spend.ts';
import { ADAPTERS } from '../../src/sales/platforms/adapters.ts';
import { takeLease } from '../../src/store/lease.ts';
import { openDatabase } from '../../src/store/open-database.ts';
import { openCommandDatabase } from '../commands/open-command-database.ts';
import { STORES } from '../store/open-test-store.ts';

const TOKEN = 'EAAGm0PX4ZCpsBAKZCa1secret';
const ACCOUNT = '1234567890';
/** Noon in Brasília. */
const NOON = Date.parse('2026-03-10T15:00:00Z');

const row = (date_start: string, ad: number, changes: Partial<InsightsRow> = {}): InsightsRow => ({
  date_start,
  ad_id: `12025414601096${ad}`,
  ad_name: `Vídeo ${ad}`,
  adset_id: '120254146010950385',
  adset_name: 'Público frio',
  campaign_id: '120253670639860385',
  campaign_name: 'Lançamento',
  spend: `${ad}.50`,
  impressions: '1000',
  inline_link_clicks: '12',
  account_currency: 'BRL',
  ...changes,
});

async function open(kind = 'SQLite', options: { timeZone?: string } = {}) {
  const fake = await startFakeMetaAds({ token: TOKEN, account: ACCOUNT, ...options });
  let requestTimeoutMs = 120_000;
  const opened = await openCommandDatabase(kind);
  const env = {
    ...opened.env,
    META_ADS_TOKEN: TOKEN,
    META_ADS_ACCOUNT: `act_${ACCOUNT}`,
    META_API_URL: fake.address,
  };
  const read = readConfig(env);
  const config = read.ok ? read.config.spend.meta : null;
  if (!read.ok || config === null) throw new Error('The settings are wrong.');
  const { store } = read.config;
  const database = await openDatabase(store, 'write');
  const { signal } = new AbortController();
  const deps = { adapters: ADAPTERS, attributionDays: 30, signal };
  return {
    ...fake,
    fail(name: Parameters<typeof fake.fail>[0]) {
      fake.fail(name);
      requestTimeoutMs = name === 'hang' ? 300 : 120_000;
    },
    env,
    database,
    pull: (time = NOON, { startedAt = 0, on = database } = {}) =>
      pullSpend({ ...deps, config, database: on, now: () => time, requestTimeoutMs }, startedAt),
    openAnother: () => openDatabase(store, 'write'),
    state: () => database.selectFrom('ad_spend_pulls').selectAll().executeTakeFirstOrThrow(),
    /** Returns day and centavos of every row that counts. */
    async list() {
      const rows = [];
      for await (const page of readSpendPages(database, [])) rows.push(...page);
      return rows.map(({ day, spend_cents }) => `${day.slice(5)} ${spend_cents}`).sort();
    },
    async [Symbol.asyncDispose]() {
      await database.destroy();
      await opened[Symbol.asyncDispose]();
      await fake[Symbol.asyncDispose]();
    },
  };
}

test.each(STORES)(
  '%s: pulls 28 days first, then today, and replaces what Meta revised',
  async (kind) => {
    await using meta = await open(kind);
    meta.setRows([
      row('2026-02-10', 1),
      ...[1, 2, 3, 4, 5].map((ad) => row('2026-02-12', ad)),
      row('2026-03-09', 1),
      row('2026-03-10', 1),
    ]);
    expect(await meta.pull()).toBe('pulled');
    const days = ['02-12 150', '02-12 250', '02-12 350', '02-12 450', '02-12 550'];
    expect(await meta.list()).toEqual([...days, '03-09 150', '03-10 150']);
    expect(await meta.state()).toMatchObject({
      name: 'Escola',
      currency: 'BRL',
      time_zone: 'America/Sao_Paulo',
      pulled_at: '2026-03-10T15:00:00.000Z',
      pulled_history_on: '2026-03-10',
      error: null,
    });
    const requestCount = meta.received.length;
    meta.setRows([
      row('2026-03-09', 1, { spend: '9.99' }),
      row('2026-03-10', 1, { spend: '2.00' }),
    ]);
    expect(await meta.pull(NOON + 59 * MINUTE_MS)).toBe('not-due');
    expect(meta.received).toHaveLength(requestCount);
    expect(await meta.pull(NOON + 61 * MINUTE_MS)).toBe('pulled');
    expect(await meta.list()).toEqual([...days, '03-09 150', '03-10 200']);
    // The first pull of the next day; Meta no longer knows the other ads' spend.
    expect(await meta.pull(NOON + DAY_MS)).toBe('pulled');
    expect(await meta.list()).toEqual(['03-09 999', '03-10 200']);
  },
);

test('sends the token in a header only, also for the next pages', async () => {
  await using meta = await open();
  meta.setRows([1, 2, 3, 4, 5].map((ad) => row('2026-03-10', ad)));
  await meta.pull();
  const pages = meta.received.filter(({ path }) => path.includes('after='));
  expect(pages).toHaveLength(2);
  for (const { path, headers } of meta.received) {
    expect(headers.authorization).toBe(`Bearer ${TOKEN}`);
    expect(path).not.toContain(TOKEN);
  }
});

test('reads the rows of idle ads, which omit fields', async () => {
  await using meta = await open();
  const idle = { date_start: '2026-03-10', ad_id: '7', campaign_id: '1' };
  meta.setRows([idle, { ...idle, ad_id: '8', spend: '0.01' }]);
  expect(await meta.pull()).toBe('pulled');
  expect(await meta.database.selectFrom('ad_spend').selectAll().execute()).toMatchObject([
    { ad_id: '8', ad_name: null, currency: 'BRL', spend_cents: 1, impressions: 0, clicks: 0 },
  ]);
});

test('asks for the day of the account’s time zone', async () => {
  await using meta = await open('SQLite', { timeZone: 'Asia/Tokyo' });
  meta.setRows([row('2026-03-10', 1), row('2026-03-11', 2)]);
  expect(await meta.pull(Date.parse('2026-03-10T15:30:00Z'))).toBe('pulled');
  expect(await meta.list()).toEqual(['03-10 150', '03-11 250']);
});

test.each([
  ...(['expired', 'invalid', 'session'] as const).map((name) => [name, 'credentials'] as const),
  ...(['denied', 'noPermission', 'unconfirmed'] as const).map(
    (name) => [name, 'permission'] as const,
  ),
  ...(['appLimit', 'userLimit', 'accountLimit', 'callLimit', 'newLimit'] as const).map(
    (name) => [name, 'quota'] as const,
  ),
  ['removedField', 'field'],
  ['oldVersion', 'version'],
  ['noObject', 'account'],
  ['tooMuch', 'size'],
  ['tooMuchData', 'size'],
  ['unknown', 'unavailable'],
  ['temporary', 'unavailable'],
  ['html', 'slow'],
  ['hang', 'slow'],
  ['redirect', 'unexpected'],
] as const)(
  'keeps what is stored when Meta answers with %s, and names the error',
  async (name, error) => {
    await using meta = await open();
    meta.setRows([row('2026-03-10', 1)]);
    await meta.pull();
    meta.fail(name);
    expect(await meta.pull(NOON + 2 * HOUR_MS)).toBe(error);
    expect(await meta.list()).toEqual(['03-10 150']);
    expect(await meta.state()).toMatchObject({ error, pulled_at: '2026-03-10T15:00:00.000Z' });
    meta.fail(null);
    expect(await meta.pull(NOON + 4 * HOUR_MS)).toBe('pulled');
    expect((await meta.state()).error).toBeNull();
  },
);

test('pulls again minutes after the quota is used up, and waits longer each time', async () => {
  await using meta = await open();
  meta.fail('accountLimit');
  let time = NOON;
  expect(await meta.pull(time)).toBe('quota');
  for (const minutes of [5, 10, 20, 40, 60, 60]) {
    expect(await meta.pull(time + (minutes - 1) * MINUTE_MS)).toBe('not-due');
    time += minutes * MINUTE_MS;
    expect(await meta.pull(time)).toBe('quota');
  }
  meta.fail(null);
  expect(await meta.pull(time + HOUR_MS)).toBe('pulled');
  meta.fail('accountLimit');
  expect(await meta.pull(time + 2 * HOUR_MS)).toBe('quota');
  expect(await meta.pull(time + 2 * HOUR_MS + 5 * MINUTE_MS)).toBe('quota');
});

test('pulls again minutes after the spend could not be stored', async () => {
  await using meta = await open();
  meta.setRows([row('2026-03-10', 1)]);
  await sql`create trigger fail before insert on ad_spend
    begin select raise(abort, 'broken'); end`.execute(meta.database);
  await expect(meta.pull()).rejects.toThrow('broken');
  const requestCount = meta.received.length;
  expect(await meta.pull(NOON + 4 * MINUTE_MS)).toBe('not-due');
  expect(meta.received).toHaveLength(requestCount);
  expect(await meta.state()).toMatchObject({ error: 'interrupted', failures: 1 });
  await sql`drop trigger fail`.execute(meta.database);
  expect(await meta.pull(NOON + 5 * MINUTE_MS)).toBe('pulled');
  expect(await meta.list()).toEqual(['03-10 150']);
});

test('asks Meta nothing while another import runs', async () => {
  await using meta = await open();
  await takeLease(meta.database, 'import', NOON);
  expect(await meta.pull()).toBe('busy');
  expect(meta.received).toEqual([]);
  expect(await meta.pull(NOON + 11 * MINUTE_MS)).toBe('pulled');
});

test('lets one of several processes pull', async () => {
  await using meta = await open();
  meta.setRows([row('2026-03-10', 1)]);
  await using other = await meta.openAnother();
  const outcomes = await Promise.all([
    meta.pull(NOON),
    meta.pull(NOON, { on: other }),
    meta.pull(NOON, { on: other }),
  ]);
  expect(outcomes.toSorted()).toEqual(['not-due', 'not-due', 'pulled']);
  expect(await meta.list()).toEqual(['03-10 150']);
});

test('pulls again after the clock was set back, unless another process pulls', async () => {
  await using meta = await open();
  meta.setRows([row('2026-03-10', 1)]);
  await meta.pull(NOON + DAY_MS);
  await takeLease(meta.database, `spend:meta:${ACCOUNT}`, NOON);
  expect(await meta.pull(NOON)).toBe('not-due');
  expect(await meta.pull(NOON + 11 * MINUTE_MS)).toBe('pulled');
});

test('pulls at once, and once, when the server starts again', async () => {
  await using meta = await open();
  await meta.pull(NOON);
  const restarted = { startedAt: NOON + 1 };
  expect(await meta.pull(NOON + 2, restarted)).toBe('pulled');
  expect(await meta.pull(NOON + 3, restarted)).toBe('not-due');
});

const pulledAgo = (ms: number) => ({
  account: ACCOUNT,
  pulled_at: new Date(NOON - ms).toISOString(),
  attempted_at: null,
  error: null,
});

test.each([
  [pulledAgo(2 * HOUR_MS), 'green', 'A conta Escola (1234567890) foi lida há 2 h.'],
  [pulledAgo(4 * HOUR_MS), 'yellow', 'A conta Escola (1234567890) foi lida há 4 h.'],
  [{ ...pulledAgo(0), error: 'quota' }, 'yellow', 'A Meta limitou as consultas'],
  // The database may be unreadable: the finding does not say that the spend was never pulled.
  [null, 'yellow', 'responde, mas não foi achada nenhuma leitura do gasto dela.'],
] as const)('the doctor reports the pull %j as %s', (pull, level, sentence) => {
  const env = { META_ADS_TOKEN: TOKEN, META_ADS_ACCOUNT: ACCOUNT };
  const config = configOf(env);
  const { findings } = judgeAdAccount({ config, env, site: null, now: NOON }, pull ? [pull] : [], {
    name: 'Escola',
    currency: 'BRL',
    timeZone: 'America/Sao_Paulo',
  });
  expect(findings).toEqual([expect.objectContaining({ level })]);
  expect(findings[0]?.what).toContain(sentence);
});
