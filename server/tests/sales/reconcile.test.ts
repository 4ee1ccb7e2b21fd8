import { DAY_MS, HOUR_MS, MINUTE_MS } from '@funil/contract/durations';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { callCommand } from '../../../testkit/call-command.ts';
import {
  EDUZZ_CREDENTIALS,
  HOTMART_CREDENTIALS,
  type PlatformSale,
  startFakeHotmart,
} from '../../../testkit/fakes/sales-apis.ts';
import { makeLead } from '../../../testkit/rows.ts';
import { postRows } from '../../../testkit/start-app.ts';
import { readConfig } from '../../src/config/config.ts';
import { ADAPTERS } from '../../src/sales/platforms/adapters.ts';
import { createSalesApis } from '../../src/sales/reconcile/apis.ts';
import { explainReconcileError } from '../../src/sales/reconcile/errors.ts';
import { reconcileIfDue, reconcileNow } from '../../src/sales/reconcile/reconcile.ts';
import type { Database } from '../../src/store/database.ts';
import { readHeldLeases, takeLease } from '../../src/store/lease.ts';
import { startConsoleData } from '../console/start-console-data.ts';
import { notice, SECRETS, send, startSales } from './start-sales.ts';

/** The real time, because notices and leads are stored at it. */
const NOW = Date.now();

const sale = (number: number, overrides: Partial<PlatformSale> = {}): PlatformSale => ({
  id: `HP${number}`,
  status: 'APPROVED',
  cents: 10_000 + number,
  createdAt: NOW - HOUR_MS - number * 40_000,
  paidAt: NOW - HOUR_MS - number * 40_000,
  name: 'Marina Prado',
  email: `comprador${number}@example.com`,
  phone: '11987654321',
  ...overrides,
});

async function open() {
  const hotmart = await startFakeHotmart();
  const env = { ...SECRETS, ...HOTMART_CREDENTIALS, HOTMART_API_URL: hotmart.address };
  // The consumer would share this thread with the captures that the tests count.
  const sales = await startSales('SQLite', { env, hasConsumer: false });
  const read = readConfig(env);
  const [api] = read.ok ? createSalesApis(read.config.reconcile) : [];
  if (!api) throw new Error('The settings are wrong.');
  const database = await sales.open();
  const stop = new AbortController();
  const partsAt = (now: number, on: Database = database) => ({
    database: on,
    adapters: ADAPTERS,
    attributionDays: 30,
    now: () => now,
    signal: stop.signal,
    timeoutMs: 120_000,
  });
  return {
    ...sales,
    hotmart,
    database,
    stop,
    /** Compares if it is due, in a process that started at `startedAt`. */
    run: (now = NOW, { on = database, startedAt = NOW - 30 * DAY_MS } = {}) =>
      reconcileIfDue(api, partsAt(now, on), startedAt),
    runNow: (period: { from: number; until: number } | null, now = NOW) =>
      reconcileNow(api, partsAt(now), period),
    state: () => database.selectFrom('reconciliations').selectAll().executeTakeFirstOrThrow(),
    /** The days that the last comparison asked for. */
    async days() {
      const { period_from, period_until } = await this.state();
      return (Date.parse(period_until ?? '') - Date.parse(period_from ?? '')) / DAY_MS;
    },
    totals: () =>
      sales
        .query(
          `select count(*) as sales, sum(value_cents) as cents from funil.sales where state = 'paid'`,
        )
        .then(([row]) => ({ sales: Number(row?.sales), cents: Number(row?.cents) })),
    async [Symbol.asyncDispose]() {
      await database.destroy();
      await sales[Symbol.asyncDispose]();
      await hotmart[Symbol.asyncDispose]();
    },
  };
}

/** Sends leads as the page does until the work ends, and returns how many were stored before. */
async function captureUntil(address: string, work: Promise<unknown>): Promise<number> {
  let [isRunning, stored] = [true, 0];
  const end = () => {
    isRunning = false;
  };
  work.then(end, end);
  while (isRunning) {
    expect((await postRows(address, 'leads', makeLead())).status).toBe(201);
    if (isRunning) stored += 1;
  }
  return stored;
}

test('stores every sale once, to the centavo, when a day’s notices are missing', async () => {
  await using missed = await open();
  const allSales = Array.from({ length: 600 }, (_, number) => sale(number));
  missed.hotmart.setSales(allSales);
  const cents = allSales.reduce((sum, one) => sum + one.cents, 0);
  // Some notices came before the outage, with the sample's value.
  for (const { id, createdAt } of allSales.slice(0, 50)) {
    await send(missed.address, 'hotmart', notice({ transaction: id, at: createdAt }));
  }
  await expect.poll(() => missed.totals()).toMatchObject({ sales: 50 });
  const knownCents = allSales.slice(0, 50).reduce((sum, one) => sum + one.cents, 0);
  const expected = { sales: 600, cents: cents - knownCents + 50 * 149_710 };
  const running = missed.run();
  expect(await captureUntil(missed.address, running)).toBeGreaterThan(0);
  expect(await running).toMatchObject({ outcome: 'done', found: 600, newSales: 550 });
  expect(await missed.totals()).toEqual(expected);
  const again = await missed.runNow(null, NOW + MINUTE_MS);
  expect(again).toMatchObject({ outcome: 'done', found: 600, newSales: 0, changedSales: 0 });
  expect(await missed.totals()).toEqual(expected);
});

test('stores a missed refund and a missed chargeback of known sales', async () => {
  await using missed = await open();
  for (const transaction of ['HP1', 'HP2']) {
    await send(missed.address, 'hotmart', notice({ transaction, at: NOW - 2 * DAY_MS }));
  }
  await expect.poll(() => missed.totals()).toMatchObject({ sales: 2 });
  const at = { createdAt: NOW - 2 * DAY_MS, paidAt: NOW - 2 * DAY_MS };
  missed.hotmart.setSales([
    sale(1, { ...at, status: 'REFUNDED' }),
    sale(2, { ...at, status: 'CHARGEBACK' }),
  ]);
  expect(await missed.run()).toMatchObject({ newSales: 0, changedSales: 2 });
  expect(await missed.query('select state from funil.sales order by sale_key')).toEqual([
    { state: 'refunded' },
    { state: 'chargeback' },
  ]);
  expect(await missed.runNow(null, NOW + HOUR_MS)).toMatchObject({ changedSales: 0 });
  // The seller won the dispute.
  missed.hotmart.setSales([sale(2, { ...at, status: 'COMPLETE' })]);
  expect(await missed.runNow(null, NOW + 2 * HOUR_MS)).toMatchObject({ changedSales: 1 });
  expect(await missed.runNow(null, NOW + 3 * HOUR_MS)).toMatchObject({ changedSales: 0 });
  expect(await missed.totals()).toMatchObject({ sales: 1 });
});

test('changes nothing when a pending sale is still pending', async () => {
  await using missed = await open();
  missed.hotmart.setSales([sale(1, { status: 'WAITING_PAYMENT' })]);
  expect(await missed.run()).toMatchObject({ newSales: 1 });
  expect(await missed.runNow(null, NOW + DAY_MS)).toMatchObject({ newSales: 0, changedSales: 0 });
});

test('lets one of several processes compare', async () => {
  await using missed = await open();
  missed.hotmart.setSales([sale(1)]);
  await using other = await missed.open();
  const outcomes = await Promise.all([missed.run(), missed.run(NOW, { on: other })]);
  expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual(['busy', 'done']);
  expect(await missed.run(NOW, { on: other })).toEqual({ outcome: 'not-due' });
  expect(await missed.totals()).toEqual({ sales: 1, cents: 10_001 });
});

test('compares daily, and ten minutes after an earlier attempt when the server starts again', async () => {
  await using missed = await open();
  expect(await missed.run()).toMatchObject({ outcome: 'done' });
  expect(await missed.days()).toBe(7);
  expect((await missed.run(NOW + 23 * HOUR_MS)).outcome).toBe('not-due');
  const restarted = { startedAt: NOW + MINUTE_MS };
  expect((await missed.run(NOW + 9 * MINUTE_MS, restarted)).outcome).toBe('not-due');
  expect((await missed.run(NOW + 10 * MINUTE_MS, restarted)).outcome).toBe('done');
  expect((await missed.run(NOW + 25 * HOUR_MS, restarted)).outcome).toBe('done');
});

test('covers an outage by asking for its days, for at least seven and at most sixty', async () => {
  await using missed = await open();
  for (const [outage, days] of [
    [3, 7],
    [20, 20],
    [90, 60],
  ] as const) {
    await missed.database.deleteFrom('reconciliations').execute();
    await missed.run(NOW - outage * DAY_MS);
    expect(await missed.run()).toMatchObject({ outcome: 'done' });
    expect(await missed.days()).toBe(days);
  }
});

test('tries again after growing pauses when the platform fails, and explains the error', async () => {
  await using missed = await open();
  missed.hotmart.setSales([sale(1)]);
  missed.hotmart.fail('error');
  expect(await missed.run()).toEqual({ outcome: 'failed', error: 'unavailable' });
  expect(await missed.state()).toMatchObject({ error: 'unavailable', succeeded_at: null });
  const { message } = explainReconcileError('hotmart', (await missed.state()).error ?? '');
  expect(message).toBe('A Hotmart está com um problema passageiro.');
  let now = NOW;
  for (const minutes of [1, 2]) {
    expect((await missed.run(now + minutes * MINUTE_MS - 1)).outcome).toBe('not-due');
    now += minutes * MINUTE_MS;
    expect((await missed.run(now)).outcome).toBe('failed');
  }
  missed.hotmart.fail(null);
  expect((await missed.run(now + 4 * MINUTE_MS)).outcome).toBe('done');
  expect(await missed.state()).toMatchObject({ error: null, failures: 0, found: 1 });
});

test('stores the other sales and shows the error when one sale is not understood', async () => {
  await using missed = await open();
  missed.hotmart.setSales([sale(1), sale(2)]);
  missed.hotmart.fail('sale');
  expect(await missed.run()).toMatchObject({ outcome: 'done', newSales: 1 });
  expect(await missed.state()).toMatchObject({ error: 'unreadable', failures: 0 });
  expect((await missed.run(NOW + HOUR_MS)).outcome).toBe('not-due');
});

test('stores the sales without telephones when Hotmart answers no telephones, and fills them in later', async () => {
  await using missed = await open();
  missed.hotmart.setSales([sale(1), sale(2, { createdAt: NOW - 6 * DAY_MS })]);
  missed.hotmart.fail('phones');
  expect(await missed.run()).toMatchObject({ outcome: 'done', newSales: 2 });
  expect(await missed.state()).toMatchObject({ error: 'without-phones', failures: 0 });
  const buyerRequests = missed.hotmart.received.filter(({ path }) => path.includes('/users'));
  // Asks for seven days, for halves of that until one is less than an hour, and then no more.
  expect(buyerRequests).toHaveLength(9);
  missed.hotmart.fail(null);
  expect(await missed.run(NOW + DAY_MS)).toMatchObject({ outcome: 'done', changedSales: 2 });
  expect((await missed.state()).error).toBeNull();
  const phones = await missed.query('select buyer_phone from funil.sales');
  expect(phones).toMatchObject([{ buyer_phone: '11987654321' }, { buyer_phone: '11987654321' }]);
});

test('compares the days that an operator asked for, also after a failure', async () => {
  await using missed = await open();
  await missed.run();
  const ask = () =>
    missed.database.updateTable('reconciliations').set({ requested_days: 30 }).execute();
  await ask();
  expect((await missed.run(NOW + 1)).outcome).toBe('done');
  expect(await missed.days()).toBe(30);
  expect((await missed.run(NOW + 2)).outcome).toBe('not-due');
  await ask();
  await missed.runNow(null, NOW + 2);
  expect(await missed.state()).toMatchObject({ requested_days: 30 });
  missed.hotmart.fail('denied');
  expect(await missed.run(NOW + 3)).toEqual({ outcome: 'failed', error: 'permission' });
  expect(await missed.state()).toMatchObject({ requested_days: null, error: 'permission' });
});

test('keeps a request for more days that an operator makes during the comparison', async () => {
  await using missed = await open();
  await missed.run();
  await missed.database.updateTable('reconciliations').set({ requested_days: 30 }).execute();
  await sql`create trigger ask_for_more after insert on leases
    begin update reconciliations set requested_days = 90; end`.execute(missed.database);
  expect((await missed.run(NOW + 1)).outcome).toBe('done');
  expect(await missed.days()).toBe(30);
  expect(await missed.state()).toMatchObject({ requested_days: 90 });
});

test('compares the usual days after a chosen period that ended in the past', async () => {
  await using missed = await open();
  const period = { from: NOW - 40 * DAY_MS, until: NOW - 30 * DAY_MS };
  missed.hotmart.setSales([sale(1, { createdAt: NOW - 35 * DAY_MS, paidAt: NOW - 35 * DAY_MS })]);
  expect(await missed.runNow(period)).toMatchObject({ outcome: 'done', newSales: 1 });
  expect(await missed.state()).toMatchObject({ attempted_at: null, succeeded_at: null });
  expect((await missed.run()).outcome).toBe('done');
});

test('gives the lease back and keeps the request when the process stops', async () => {
  await using missed = await open();
  await missed.run();
  await missed.database.updateTable('reconciliations').set({ requested_days: 90 }).execute();
  missed.hotmart.fail('hang');
  const running = missed.run(NOW + 1);
  const leased = () => readHeldLeases(missed.database, NOW + 1);
  await expect.poll(leased).toContain('reconcile:hotmart');
  missed.stop.abort();
  expect(await running).toEqual({ outcome: 'stopped' });
  expect(await leased()).toEqual(new Set());
  expect(await missed.state()).toMatchObject({ requested_days: 90, error: null });
});

const DAY = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' });

test('the command compares the usual days, or a period, and names what is missing', async () => {
  await using missed = await open();
  const env = { ...missed.env, ...HOTMART_CREDENTIALS, HOTMART_API_URL: missed.hotmart.address };
  const oldMs = NOW - 20 * DAY_MS;
  missed.hotmart.setSales([sale(1), sale(2), sale(3, { createdAt: oldMs, paidAt: oldMs })]);
  const run = (...args: string[]) => callCommand('reconcile', args, env);
  const usual = await run();
  expect(usual.stdout).toBe('Hotmart: 2 vendas, 2 novas, 0 mudadas.\n');
  const days = ['--desde', DAY.format(oldMs), '--ate', DAY.format(oldMs + DAY_MS)];
  expect((await run(...days)).stdout).toContain('1 venda, 1 nova, 0 mudadas.');
  missed.hotmart.fail('denied');
  const refused = await run();
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain(
    'As credenciais da Hotmart não têm permissão para ler as vendas.',
  );
  const none = await callCommand('reconcile', [], missed.env);
  expect(none.code).toBe(1);
  expect(none.stderr).toContain('guarde a credencial de uma em Ligações');
});

const ENV = { ...HOTMART_CREDENTIALS, ...EDUZZ_CREDENTIALS };

const NEVER = {
  state: 'idle',
  checked_at: null,
  from: null,
  until: null,
  found: 0,
  new: 0,
  changed: 0,
  problem: null,
};

test('lists the platforms with credentials, and stores a request once', async () => {
  await using console = await startConsoleData('SQLite', ENV);
  const { get, call, database } = console;
  expect(await get('reconciliations')).toEqual({
    items: [
      { platform: 'hotmart', ...NEVER },
      { platform: 'eduzz', ...NEVER },
    ],
  });
  const ask = (platform: string, days: number) =>
    call('POST', `reconciliations/${platform}`, { days });
  const { body } = await ask('hotmart', 30);
  expect(body.items).toMatchObject([{ state: 'waiting' }, { state: 'idle' }]);
  await ask('hotmart', 90);
  await ask('hotmart', 7);
  const rows = await database.selectFrom('reconciliations').selectAll().execute();
  expect(rows).toMatchObject([{ platform: 'hotmart', requested_days: 90 }]);
  expect((await ask('kiwify', 7)).status).toBe(404);
  expect((await ask('hubla', 7)).status).toBe(404);
  expect((await ask('hotmart', 8)).status).toBe(422);
  const [first] = (await get('audit')).items;
  expect(first).toMatchObject({ what: 'sales.compared', who: 'ana@escola.test' });
});

test('shows a running comparison, and why the last one failed', async () => {
  await using console = await startConsoleData('SQLite', ENV);
  const { database, now, get } = console;
  await database
    .insertInto('reconciliations')
    .values({ platform: 'hotmart', error: 'credentials' })
    .execute();
  await takeLease(database, 'reconcile:hotmart', now());
  const [found] = (await get('reconciliations')).items;
  expect(found).toMatchObject({
    state: 'running',
    problem: { message: 'A Hotmart não aceita as credenciais da API.' },
  });
  expect(JSON.stringify(found)).not.toContain('segredo-da-hotmart');
});
