import { DAY_MS, HOUR_MS } from '@funil/contract/durations';
import { sql, type Updateable } from 'kysely';
import { expect, test } from 'vitest';
import { makeFolder, makeSiteInfo, writeSite } from '../../../testkit/start-app.ts';
import { addVersion } from '../../src/page/versions.ts';
import type { Database, Tables } from '../../src/store/database.ts';
import { keysOf, namesOf, startConsoleData } from '../console/start-console-data.ts';
import { STORES } from '../store/open-test-store.ts';

interface SaleFields {
  readonly key: string;
  readonly state: 'pending' | 'paid' | 'canceled' | 'abandoned' | 'refunded';
  /** Hours before now. */
  readonly hoursAgo: number;
  readonly email?: string;
  readonly product?: string;
  readonly expiresInHours?: number;
  readonly cents?: number;
  readonly order?: string;
  readonly isTest?: boolean;
  /** Id of the sale's lead. */
  readonly lead?: number;
}

/** Adds a sale as the updater of sales stores it. */
async function addSale(database: Database, now: number, changes: SaleFields) {
  const { key, state, hoursAgo, email = `${key}@example.com`, product = 'p1' } = changes;
  const { expiresInHours, cents = 10_000, order = key, lead = null, isTest = false } = changes;
  const begun = new Date(now - hoursAgo * HOUR_MS).toISOString();
  const hasPendingDate = state === 'pending' || state === 'canceled';
  const sale = { platform: 'hotmart', sale_key: key };
  await database
    .insertInto('sales')
    .values({
      ...sale,
      ...{ transaction: key, order_id: order, state, value_cents: cents, currency: 'BRL' },
      ...{ net_cents: 9_000, fee_cents: 1_000, commission_cents: 500, refunded_cents: 0 },
      ...{ method: 'pix', product_id: product, product_name: product, installments: null },
      ...{ buyer_name: key, buyer_email: email, buyer_phone: null, begun_at: begun },
      pending_at: hasPendingDate ? begun : null,
      paid_at: state === 'paid' || state === 'refunded' ? begun : null,
      refunded_at: state === 'refunded' ? begun : null,
      canceled_at: state === 'canceled' ? begun : null,
      abandoned_at: state === 'abandoned' ? begun : null,
      chargeback_at: null,
      expires_at:
        expiresInHours === undefined
          ? null
          : new Date(now + expiresInHours * HOUR_MS).toISOString(),
      ...{ subscription: null, charge_number: null },
      is_test: database.dialect === 'sqlite' ? Number(isTest) : isTest,
      ...{ matched_by: lead === null ? null : 'hand', lead_source: lead === null ? null : 'lead' },
      ...{ lead_id: lead, lead_ref: null, candidates: 0 },
      ...{ source: 'notice', updated_at: begun },
    })
    .execute();
  await database
    .insertInto('sale_keys')
    .values({ ...sale, kind: 'email', key: email })
    .execute();
}

test.each(STORES)(
  '%s: lists open payments that expire this week first, and then the others by amount',
  async (kind) => {
    await using testConsole = await startConsoleData(kind);
    const { database } = testConsole;
    const add = (changes: SaleFields) => addSale(database, testConsole.now(), changes);
    await add({ key: 'old', state: 'pending', hoursAgo: 20 * 24 });
    await add({ key: 'old-boleto', state: 'pending', hoursAgo: 20 * 24, expiresInHours: 50 });
    await add({ key: 'soon', state: 'pending', hoursAgo: 1, expiresInHours: 2 });
    await add({ key: 'later', state: 'pending', hoursAgo: 1, expiresInHours: 20 });
    await add({ key: 'small', state: 'pending', hoursAgo: 1, cents: 5_000 });
    await add({ key: 'large', state: 'pending', hoursAgo: 2, cents: 90_000 });
    await add({
      key: 'next-month',
      state: 'pending',
      hoursAgo: 2,
      cents: 20_000,
      expiresInHours: 20 * 24,
    });
    await add({ key: 'expired', state: 'canceled', hoursAgo: 30 });
    await add({ key: 'expired-long-ago', state: 'canceled', hoursAgo: 15 * 24 });
    const today = await testConsole.get('today');
    expect(keysOf(today.pending)).toEqual([
      'soon',
      'later',
      'old-boleto',
      'large',
      'next-month',
      'small',
    ]);
    const expiresAt = Date.parse(today.pending.items[0].expires_at);
    expect(Math.round((expiresAt - testConsole.now()) / HOUR_MS)).toBe(2);
    expect(keysOf(today.lapsed)).toEqual(['expired', 'expired-long-ago', 'old']);
  },
);

test.each(STORES)(
  '%s: leaves out attempts that another sale of the buyer replaces',
  async (kind) => {
    await using testConsole = await startConsoleData(kind);
    testConsole.stopClock();
    const { database } = testConsole;
    const add = (changes: SaleFields) => addSale(database, testConsole.now(), changes);
    const ana = { email: 'ana@example.com' };
    await add({ ...ana, key: 'ana-cart', state: 'abandoned', hoursAgo: 30 });
    await add({ ...ana, key: 'ana-other-cart', state: 'abandoned', hoursAgo: 31, product: 'p2' });
    await add({ ...ana, key: 'ana-paid', state: 'paid', hoursAgo: 29 });
    await add({ ...ana, key: 'ana-next', state: 'abandoned', hoursAgo: 2, product: 'p3' });
    const bia = { email: 'bia@example.com' };
    await add({ ...bia, key: 'bia-cart', state: 'abandoned', hoursAgo: 5 });
    await add({ ...bia, key: 'bia-again', state: 'abandoned', hoursAgo: 4 });
    await add({
      ...bia,
      key: 'bia-other',
      state: 'abandoned',
      hoursAgo: 6,
      cents: 30_000,
      product: 'p2',
    });
    const caio = { email: 'caio@example.com' };
    await add({ ...caio, key: 'caio-pix', state: 'pending', hoursAgo: 9 });
    await add({ ...caio, key: 'caio-new-pix', state: 'pending', hoursAgo: 8 });
    await add({ ...caio, key: 'caio-cart', state: 'abandoned', hoursAgo: 1 });
    const davi = { email: 'davi@example.com' };
    await add({ ...davi, key: 'davi-cart', state: 'abandoned', hoursAgo: 9 });
    await add({ ...davi, key: 'davi-refunded', state: 'refunded', hoursAgo: 8 });
    const eva = { email: 'eva@example.com', cents: 5_000 };
    await add({ ...eva, key: 'eva-pix', state: 'pending', hoursAgo: 7 });
    await add({ ...eva, key: 'eva-same-time', state: 'pending', hoursAgo: 7 });
    const gil = { email: 'gil@example.com', cents: 1_000 };
    await add({ ...gil, key: 'gil-cart', state: 'abandoned', hoursAgo: 3 });
    await add({ ...gil, key: 'gil-test', state: 'paid', hoursAgo: 2, isTest: true });
    await add({ key: 'too-old', state: 'abandoned', hoursAgo: 15 * 24 });
    const today = await testConsole.get('today');
    expect(keysOf(today.carts)).toEqual(['bia-other', 'ana-next', 'bia-again', 'gil-cart']);
    expect(keysOf(today.pending)).toEqual(['caio-new-pix', 'eva-same-time']);
    expect(keysOf(today.lapsed)).toEqual(['too-old']);
    const attendant = await testConsole.signIn('bia@escola.test', 'attendant');
    const { body } = await testConsole.call('GET', 'today', undefined, attendant.token);
    expect([body.carts.count, body.pending.count, body.lapsed.count, body.start]).toEqual([
      ...[4, 2, 0, null],
    ]);
  },
);

test.each(STORES)(
  '%s: shows an order once, with the money of all its charges, and counts it as one sale',
  async (kind) => {
    await using testConsole = await startConsoleData(kind);
    // Midnight would make the sales of a moment ago yesterday's.
    testConsole.stopClock();
    const add = (key: string, changes: Pick<SaleFields, 'state' | 'email' | 'order' | 'cents'>) =>
      addSale(testConsole.database, testConsole.now(), {
        ...{ key, product: key, hoursAgo: 0 },
        ...changes,
      });
    const openOrder = { state: 'pending', order: 'open', email: 'ana@example.com' } as const;
    await add('bump', { ...openOrder, cents: 4_710 });
    await add('main', { ...openOrder, cents: 149_700 });
    await add('second-bump', { ...openOrder, cents: 4_710 });
    const paid = { state: 'paid', cents: 4_710 } as const;
    await add('paid', { ...paid, order: 'paid' });
    await add('paid-bump', { ...paid, order: 'paid' });
    await add('other', { ...paid, order: 'other' });
    testConsole.advanceClock(1);
    const { pending, numbers } = await testConsole.get('today');
    expect(keysOf(pending)).toEqual(['main']);
    expect([pending.count, pending.items[0].value_cents]).toEqual([1, 159_120]);
    expect(numbers.today).toMatchObject({ sales: 2, paid_cents: 14_130 });
  },
);

test.each(STORES)('%s: counts today’s sales and their money as the report does', async (kind) => {
  await using testConsole = await startConsoleData(kind);
  testConsole.stopClock();
  const { database } = testConsole;
  const add = (key: string, changes: Partial<SaleFields> = {}) =>
    addSale(database, testConsole.now(), { key, state: 'paid', hoursAgo: 0, ...changes });
  const changeSale = (key: string, columns: Partial<Updateable<Tables['sales']>>) =>
    database.updateTable('sales').set(columns).where('sale_key', '=', key).execute();
  await add('first', { cents: 1 });
  await add('bump of an earlier order', { order: 'earlier', cents: 20 });
  await add('earlier', { hoursAgo: 48 });
  await add('renewal', { cents: 300 });
  await changeSale('renewal', { subscription: 'S', charge_number: 2 });
  await add('dollars');
  await changeSale('dollars', { currency: 'USD', value_cents: null, net_cents: 4_000 });
  await add('test', { order: 'tested', hoursAgo: 48, isTest: true });
  await add('bump of a test', { order: 'tested' });
  testConsole.advanceClock(1);
  const { numbers } = await testConsole.get('today');
  const { day } = numbers.today;
  const { period } = await testConsole.get(`report?from=${day}&until=${day}`);
  expect([period.funnel.paid, period.money.paid_cents]).toEqual([2, 4_321]);
  expect(numbers.today).toMatchObject({ sales: 2, paid_cents: 4_321 });
});

test.each(STORES)('%s: counts waiting contacts that are older than two weeks', async (kind) => {
  await using testConsole = await startConsoleData(kind);
  const daysAgo = (days: number) => new Date(testConsole.now() - days * DAY_MS).toISOString();
  const olderThanTwoWeeks = { created_at: daysAgo(16) };
  await testConsole.addLead({ nome: 'Novo' });
  await testConsole.addLead({ nome: 'Antigo', ...olderThanTwoWeeks });
  const called = await testConsole.addLead({ nome: 'Chamado', ...olderThanTwoWeeks });
  await testConsole.addDraft(olderThanTwoWeeks);
  await testConsole.call('PATCH', `subjects/${called.subject}`, {
    version: 0,
    state: 'em_conversa',
  });
  const { leads, abandoned, older } = await testConsole.get('today');
  expect([leads.count, abandoned.count]).toEqual([1, 0]);
  expect(older).toEqual({
    // The last day that is older than two weeks, in Brasília, three hours behind UTC.
    until: daysAgo(15 + 3 / 24).slice(0, 10),
    leads: { count: 1, more: false },
    abandoned: { count: 1, more: false },
  });
});

test('marks a first step as done when it happens', async () => {
  await using testConsole = await startConsoleData();
  const steps = async () => (await testConsole.get('today')).start;
  expect(await steps()).toMatchObject({ published: false, advertised: false });
  await sql`insert into visit_origins values ('0', 'direto', '', '', '')`.execute(
    testConsole.database,
  );
  expect(await steps()).toMatchObject({ published: false, advertised: false });
  await sql`insert into visit_origins values ('1', 'meta', '', '', '')`.execute(
    testConsole.database,
  );
  expect(await steps()).toMatchObject({ on_air: false, published: false, advertised: true });
  const version = { kind: 'publish', restored: null, changes: 1 } as const;
  await addVersion(testConsole, { ...version, by: 'ana@escola.test', texts: {} });
  expect(await steps()).toMatchObject({ on_air: true, published: false });
});

test('lists long overdue applications after those with time left', async () => {
  using folder = makeFolder();
  writeSite(folder.path, { 'site.json': makeSiteInfo({ replyHours: 48 }) });
  await using testConsole = await startConsoleData('SQLite', { SITE_DIR: folder.path });
  const hoursAgo = (hours: number) => ({
    nome: `Há ${hours} horas`,
    whatsapp: `(11) 98765-${1_000 + hours}`,
    email: `${hours}@example.com`,
    created_at: new Date(testConsole.now() - hours * HOUR_MS).toISOString(),
  });
  for (const hours of [100, 70, 2]) await testConsole.addApplication(hoursAgo(hours));
  const { applications } = await testConsole.get('today');
  expect(namesOf(applications)).toEqual(['Há 70 horas', 'Há 2 horas', 'Há 100 horas']);
});

test('shows attendants no net amounts, and no payments or carts of another operator’s contacts', async () => {
  await using testConsole = await startConsoleData();
  const bia = await testConsole.signIn('bia@escola.test', 'attendant');
  const { id: own } = await testConsole.addLead();
  const { id: others } = await testConsole.addLead();
  const { id: free } = await testConsole.addLead();
  await testConsole.call('PATCH', `subjects/lead:${own}`, { version: 0, owner: 'bia@escola.test' });
  await testConsole.call('PATCH', `subjects/lead:${others}`, {
    version: 0,
    owner: 'ana@escola.test',
  });
  const add = (changes: Omit<SaleFields, 'hoursAgo'>) =>
    addSale(testConsole.database, testConsole.now(), { ...changes, hoursAgo: 1 });
  await add({ key: 'own', state: 'pending', lead: own, expiresInHours: 2 });
  await add({ key: 'others', state: 'pending', lead: others });
  await add({ key: 'free', state: 'abandoned', lead: free });
  await add({ key: 'others-cart', state: 'abandoned', lead: others });
  await add({ key: 'nobodys', state: 'abandoned' });
  await add({ key: 'paid', state: 'paid', lead: own });
  const today = await testConsole.call('GET', 'today', undefined, bia.token);
  expect(today.body).toMatchObject({
    pending: { count: 1, items: [{ key: 'own', product: 'p1', value_cents: 10_000 }] },
    carts: { count: 2 },
    lapsed: { items: [] },
  });
  expect(keysOf(today.body.carts).toSorted()).toEqual(['free', 'nobodys']);
  expect(today.text).not.toMatch(/(?:net|fee|commission)_cents/);
  const queueOfOwner = await testConsole.get('today');
  expect([queueOfOwner.pending.count, queueOfOwner.carts.count]).toEqual([2, 3]);
});
