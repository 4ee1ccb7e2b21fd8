import { randomUUID } from 'node:crypto';
import { DAY_MS } from '@funil/contract/durations';
import { PLATFORM_NAMES, type PlatformName } from '@funil/contract/sales/platforms';
import { expect, test } from 'vitest';
import { configOf } from '../../../testkit/config-of.ts';
import { makeNotice } from '../../../testkit/make-notice.ts';
import { makeLead } from '../../../testkit/rows.ts';
import { listSamples } from '../../../testkit/simulate/platforms/simulator.ts';
import { SIMULATORS } from '../../../testkit/simulate/platforms/simulators.ts';
import { postRows } from '../../../testkit/start-app.ts';
import { beginErasing } from '../../src/contacts/erasing-people.ts';
import { findPersonEverywhere, planErasure, runErasure } from '../../src/erasure/person-erasure.ts';
import { ADAPTERS } from '../../src/sales/platforms/adapters.ts';
import { storeReports } from '../../src/sales/store-reports.ts';
import { updateSalesOnce } from '../../src/sales/update-sales.ts';
import { notice, readStoredText, sampleText, send, startSales } from '../sales/start-sales.ts';
import { STORES, type StoreKind } from '../store/open-test-store.ts';

/** Starts the app without an updater; notices are read on request. */
async function startErasure(kind: StoreKind) {
  const sales = await startSales(kind, { hasUpdater: false });
  const database = await sales.open();
  const config = configOf(sales.env);
  const deps = { database, config, adapters: ADAPTERS };
  const update = async () => {
    const options = { adapters: ADAPTERS, attributionDays: 30, now: Date.now };
    while ((await updateSalesOnce(database, options)) !== 'done');
  };
  const plan = async (email: string | null, phone: string | null = null, chosen?: string[]) => {
    const matches = await findPersonEverywhere(deps, { person: { phone, email }, name: '' });
    const theirKeys = matches.rows.filter(({ same }) => same).map(({ key }) => key);
    return planErasure(database, matches, new Set(chosen ?? theirKeys));
  };
  const store = async (platform: string, body: string) =>
    expect((await send(sales.address, platform, body)).status).toBe(200);
  return {
    sales,
    database,
    update,
    store,
    /** Stores a notice, and reads it into its sale. */
    async receive(platform: string, body: string) {
      await store(platform, body);
      await update();
    },
    plan,
    run: (chosen: Awaited<ReturnType<typeof plan>>) => runErasure(deps, chosen),
    listBuyers: () =>
      sales.query(
        'select "transaction", state, buyer_name, buyer_email from funil.sales order by begun_at, "transaction"',
      ),
    async [Symbol.asyncDispose]() {
      await database.destroy();
      await sales[Symbol.asyncDispose]();
    },
  };
}

/** Returns a repeated notice, which differs by one more field. */
const withNewField = (body: string) => body.replace(/^(\s*)\{/, '$1{ "attempt": 2,');

const RENEWED = sampleText('hotmart/renewed');
const NEXT_RENEWAL = RENEWED.replaceAll('HP2611031847', 'HP2612031899');
/** Source: https://developers.hotmart.com/docs/en/2.0.0/webhook/subscription-cancellation-webhook/ */
const CANCELLATION = JSON.stringify({
  id: '6f0b8f0e-41f2-4c57-8e0b-0d6a1f7c9a99',
  creation_date: 1_793_905_200_000,
  event: 'SUBSCRIPTION_CANCELLATION',
  version: '2.0.0',
  data: {
    date_next_charge: 1_796_497_200_000,
    product: { id: 4_417_021, name: 'Engrena IA - Comunidade' },
    subscriber: {
      code: 'I9OT62C3',
      name: 'Marina Prado',
      email: 'marina.prado@example.com',
      phone: { dddPhone: '', phone: '', dddCell: '11', cell: '987654321' },
    },
    subscription: { id: 4_148_584, plan: { id: 114, name: 'Mensal' } },
    cancellation_date: 1_793_905_200_000,
  },
});
/** Source: published code of others that reads Hotmart's notices. */
const SWITCHED_PLAN = JSON.stringify({
  id: '6f0b8f0e-41f2-4c57-8e0b-0d6a1f7c9a98',
  creation_date: 1_793_905_200_000,
  event: 'SWITCH_PLAN',
  version: '2.0.0',
  data: {
    switch_plan_date: 1_793_905_200_000,
    subscription: {
      subscriber_code: 'I9OT62C3',
      status: 'ACTIVE',
      product: { id: 4_417_021, name: 'Engrena IA - Comunidade' },
      user: { email: 'marina.prado@example.com' },
    },
    plans: [{ id: 114, name: 'Mensal', current: true }],
  },
});
const EDUZZ_CHARGE = sampleText('eduzz/paid').replace(
  '"data": {',
  '"data": { "contract": { "id": "3456" },',
);
/** Source: github.com/eduzz/eduzz-webhook-docs, events/myeduzz/contract_updated.md */
const EDUZZ_CONTRACT = JSON.stringify({
  id: 'pq1fwp7gx4vei1bb71k51f599',
  event: 'myeduzz.contract_updated',
  sentDate: '2026-11-05T12:31:04.000Z',
  data: {
    contract: { id: '3456', status: 'upToDate' },
    customer: {
      name: 'Lívia Sampaio',
      email: 'livia@example.com',
      phone: { countryCode: '55', areaCode: '31', number: '998877665' },
    },
  },
});
const HUBLA_SUBSCRIPTION = sampleText('hubla/paid')
  .replace('invoice.payment_succeeded', 'subscription.deactivated')
  .replace('"invoice": {', '"subscription": { "id": "s-1" }, "unread": {');

function readNotice(platform: PlatformName, body: string) {
  const receivedAt = new Date().toISOString();
  const reading = ADAPTERS[platform].read({ headers: {}, body: Buffer.from(body), receivedAt });
  return reading.ok ? reading.notice : null;
}

/** Returns a notice's buyer, and a pattern of the name and the phone's last eight digits in any spelling. */
function buyerOf(platform: PlatformName, body: string) {
  const { name, email, phones = [] } = readNotice(platform, body)?.buyer ?? {};
  const words = (name ?? '').replace(/[^\p{ASCII}]/gu, '.').split(' ');
  const digits = (phones[0] ?? '').replaceAll(/\D/g, '').slice(-8);
  const phone = `${digits.slice(0, 4)}-?${digits.slice(4)}`;
  return { email: email ?? '', person: new RegExp([...words, phone].join('|'), 'i') };
}

/** Returns the names of a platform's paid sample and of its samples that name the buyer of the same order. */
function listSamplesOfSale(platform: PlatformName): [first: string, ...later: string[]] {
  const { paid } = SIMULATORS[platform].samples;
  const textOf = (name: string) => sampleText(`${platform}/${name}`);
  const { person } = buyerOf(platform, textOf(paid));
  const isOfSale = (name: string) => {
    const { saleKey, orderId } = readNotice(platform, textOf(name)) ?? {};
    return [saleKey, orderId].includes(readNotice(platform, textOf(paid))?.saleKey);
  };
  const names = listSamples(platform).filter((name) => name !== paid && person.test(textOf(name)));
  return [paid, ...names.filter(isOfSale)];
}

/** A case: the platform, the first notice, and later ones; by the name of a sample, or as text. */
const CASES: [PlatformName, string, ...string[]][] = [
  ...PLATFORM_NAMES.map((name) => [name, ...listSamplesOfSale(name)] as (typeof CASES)[number]),
  ['hotmart', 'renewed', NEXT_RENEWAL, withNewField(NEXT_RENEWAL), CANCELLATION, SWITCHED_PLAN],
  [
    'kiwify',
    'renewed',
    sampleText('kiwify/renewed')
      .replaceAll('b3a1de0c4a11', 'b3a1de0c4a77')
      .replace('Xk29aQz', 'Zz11aQz'),
  ],
  [
    'eduzz',
    EDUZZ_CHARGE,
    EDUZZ_CONTRACT,
    EDUZZ_CHARGE.replace('90817263', '90817299').replace('5520118', '5520199'),
  ],
  [
    'hubla',
    'paid',
    HUBLA_SUBSCRIPTION,
    sampleText('hubla/paid').replaceAll('77777777aaaa', '77777777bbbb'),
  ],
  [
    'ticto',
    'renewed',
    // An order bump has the order's hash and another transaction.
    sampleText('ticto/authorized').replaceAll('TPA77C0DE', 'TPA77C0DF'),
    // The next charge has the subscription.
    sampleText('ticto/renewed').replaceAll('TPA77C0DE', 'TPA99').replaceAll('TOP001AB', 'TOP99'),
  ],
];
test.each(CASES)(
  'keeps an erased buyer out of later notices of %s (%#)',
  async (platform, ...notices) => {
    const [first = '', ...later] = notices.map((text) =>
      text.trimStart().startsWith('{') ? text : sampleText(`${platform}/${text}`),
    );
    const { email, person } = buyerOf(platform, first);
    await using erasure = await startErasure('SQLite');
    await erasure.receive(platform, first);
    expect(await readStoredText(erasure.sales)).toMatch(person);
    await erasure.run(await erasure.plan(email));

    for (const body of [withNewField(first), ...later]) {
      expect(body).toMatch(person);
      await erasure.receive(platform, body);
      expect(await readStoredText(erasure.sales)).not.toMatch(person);
    }
    const failed = await erasure.sales.query(
      'select read_error from funil.notices where read_error is not null',
    );
    expect(failed).toEqual([]);
    expect(await erasure.listBuyers()).not.toEqual([]);
  },
);

test.each([
  ['hotmart', 'approved', 'PURCHASE_APPROVED', 'PURCHASE_REFUND_REQUESTED'],
  ['kiwify', 'approved', 'order_approved', 'order_updated'],
  ['eduzz', 'paid', 'myeduzz.invoice_paid', 'myeduzz.invoice_archived'],
  ['hubla', 'paid', 'invoice.payment_succeeded', 'invoice.in_analysis'],
  ['ticto', 'authorized', '"authorized"', '"delivered"'],
])('empties a notice of %s that cannot be read when its buyer was erased', async (...row) => {
  const [platform, sample, event, unknownEvent] = row;
  const first = sampleText(`${platform}/${sample}`);
  const unread = first.replaceAll(event, unknownEvent);
  expect(unread).not.toBe(first);
  const email = /[\w.]+@example\.com/.exec(first)?.[0] ?? '';
  await using erasure = await startErasure('SQLite');
  await erasure.receive(platform, first);
  await erasure.run(await erasure.plan(email));
  await erasure.receive(platform, unread);
  const stored = await erasure.sales.query(
    'select read_error, length(body) as bytes from funil.notices order by id',
  );
  expect(stored[1]).toEqual({ read_error: 'erased', bytes: 0 });
  expect(await readStoredText(erasure.sales)).not.toContain(email);
});

test('keeps the values and days of an erased buyer without the subscription, and counts a refund and a renewal', async () => {
  await using erasure = await startErasure('SQLite');
  await erasure.receive('hotmart', RENEWED);
  const readAmounts = () => erasure.sales.query('select value_cents, paid_at from funil.sales');
  const amounts = await readAmounts();
  await erasure.run(await erasure.plan('marina.prado@example.com'));
  expect(await readAmounts()).toEqual(amounts);
  expect(await erasure.sales.query('select subscription from funil.sales')).toEqual([
    { subscription: null },
  ]);
  await erasure.store('hotmart', RENEWED.replace('PURCHASE_APPROVED', 'PURCHASE_REFUNDED'));
  await erasure.receive('hotmart', NEXT_RENEWAL);
  expect(await erasure.listBuyers()).toEqual([
    { transaction: 'HP2611031847', state: 'refunded', buyer_name: null, buyer_email: null },
    { transaction: 'HP2612031899', state: 'paid', buyer_name: null, buyer_email: null },
  ]);
});

test('erases the payment code of a buyer, also when a later notice repeats it', async () => {
  const issued = sampleText('hotmart/pix-issued').replace(
    /"pix_expiration_date": \d+/,
    `"pix_expiration_date": ${Date.now() + DAY_MS}`,
  );
  await using erasure = await startErasure('SQLite');
  const readCode = () => erasure.sales.query('select payment_code from funil.sales');
  const code = '00020126580014br.gov.bcb.pix0136exemplo';
  await erasure.receive('hotmart', issued);
  expect(await readCode()).toEqual([{ payment_code: code }]);
  await erasure.run(await erasure.plan('marina.prado@example.com'));
  expect(await readCode()).toEqual([{ payment_code: null }]);
  await erasure.receive('hotmart', withNewField(issued));
  expect(await readCode()).toEqual([{ payment_code: null }]);
  expect(await readStoredText(erasure.sales)).not.toContain(code);
});

test('erases a person and the reference from a sale and its instalments', async () => {
  await using erasure = await startErasure('SQLite');
  for (const name of ['effected', 'instalments']) {
    await erasure.receive('tmb', sampleText(`tmb/${name}`));
  }
  const plan = await erasure.plan('rute@example.com');
  expect(plan.sales).toHaveLength(1);
  await erasure.run(plan);
  expect(await readStoredText(erasure.sales)).not.toMatch(/rute|99123-?4455|0192f3a4/i);
  expect((await erasure.plan('rute@example.com')).sales).toEqual([]);
});

test('finds a sale by a contact other than the buyer’s, such as the payer’s', async () => {
  await using erasure = await startErasure('SQLite');
  const body = JSON.parse(sampleText('hubla/paid'));
  body.event.invoice.payer.email = 'quem.paga@example.com';
  await erasure.receive('hubla', JSON.stringify(body));
  const plan = await erasure.plan('quem.paga@example.com');
  expect(plan.sales).toHaveLength(1);
  await erasure.run(plan);
  expect(await readStoredText(erasure.sales)).not.toContain('quem.paga');
});

test('stores the buyer of a new purchase after an erasure', async () => {
  await using erasure = await startErasure('SQLite');
  await erasure.receive('hotmart', notice({ transaction: 'HP1' }));
  await erasure.run(await erasure.plan('marina@example.com'));
  await erasure.receive('hotmart', notice({ transaction: 'HP2' }));
  expect(await erasure.listBuyers()).toMatchObject([
    { transaction: 'HP1', buyer_email: null },
    { transaction: 'HP2', buyer_email: 'marina@example.com' },
  ]);
});

test.each(STORES)(
  '%s: lists no lead as a buyer when the buyer or the sale’s lead is erased',
  async (kind) => {
    await using erasure = await startErasure(kind);
    const readStates = () =>
      erasure.sales.query('select state, money_state from funil.contacts order by number');
    const buyer = { state: 'comprou', money_state: 'comprou' };
    const noBuyer = { state: 'novo', money_state: null };
    const lead = makeLead({ nome: 'Ana Dias', telefone: '(31) 93333-0001' });
    const ref = randomUUID();
    await postRows(erasure.sales.address, 'leads', lead, { 'idempotency-key': ref });
    await postRows(erasure.sales.address, 'leads', { ...lead, email: 'ana@example.com' });
    await expect.poll(readStates).toHaveLength(2);

    await erasure.receive('hotmart', notice({ transaction: 'HP1', ref }));
    expect(await readStates()).toEqual([buyer, buyer]);
    await erasure.run(await erasure.plan('marina@example.com'));
    expect(await readStates()).toEqual([noBuyer, noBuyer]);

    await erasure.receive('hotmart', notice({ transaction: 'HP2', ref, email: 'rui@example.com' }));
    expect(await readStates()).toEqual([buyer, buyer]);
    await erasure.run(await erasure.plan(null, lead.telefone, ['lead:1']));
    expect(await readStates()).toEqual([noBuyer]);
  },
);

test('misses no notice that arrives during an erasure', async () => {
  await using erasure = await startErasure('SQLite');
  await erasure.receive('hotmart', notice({ transaction: 'HP1' }));
  // The plan has this notice, and no sale of it, because it is read later.
  await erasure.store('hotmart', notice({ transaction: 'HP2' }));
  const plan = await erasure.plan('marina@example.com');
  await erasure.receive('hotmart', notice({ transaction: 'HP3' }));
  await erasure.store('hotmart', notice({ transaction: 'HP4' }));
  await erasure.run(plan);
  expect(await readStoredText(erasure.sales)).not.toMatch(/marina/i);
  await erasure.update();
  expect(await erasure.listBuyers()).toMatchObject(
    ['HP1', 'HP2', 'HP3', 'HP4'].map((transaction) => ({
      ...{ transaction, state: 'paid', buyer_email: null },
    })),
  );
  expect(await readStoredText(erasure.sales)).not.toMatch(/marina|987654321/i);

  const other = { phone: null, email: 'rui@example.com' };
  const endErasing = await beginErasing(erasure.database, [other]);
  await erasure.receive('hotmart', notice({ transaction: 'HP5', email: 'Rui@example.com' }));
  const stored = JSON.stringify(await erasure.sales.query('select * from funil.erasing_people'));
  expect(stored).not.toContain('rui');
  await endErasing();
  expect(await erasure.sales.query('select 1 from funil.erasing_people')).toEqual([]);
  expect(await readStoredText(erasure.sales)).not.toMatch(/rui@/i);
});

test.each(['api', 'import'] as const)(
  'keeps an erased buyer out of a sale that %s renames',
  async (source) => {
    const ORDER = '5c0f1d52-0b7a-4f3e-9c55-b3a1de0c4a10';
    const byFile = makeNotice('paid', 3, { saleKey: 'Xk29aQz', transaction: 'Xk29aQz' });
    const byOrder = makeNotice('paid', 3, { saleKey: ORDER, transaction: ORDER, alias: 'Xk29aQz' });
    const [first, second] = source === 'api' ? [byFile, byOrder] : [byOrder, byFile];
    await using erasure = await startErasure('SQLite');
    const store = (report: typeof byFile, from: 'api' | 'import', at: string) =>
      storeReports(erasure.database, [{ platform: 'kiwify', notice: report }], {
        ...{ adapters: ADAPTERS, attributionDays: 30, importId: null, isDryRun: false },
        source: from,
        at,
      });
    await store(first, source === 'api' ? 'import' : 'api', '2026-11-20T00:00:00.000Z');
    await erasure.run(await erasure.plan('marina@example.com'));
    await store(second, source, '2026-11-21T00:00:00.000Z');
    expect(await readStoredText(erasure.sales)).not.toMatch(/marina|prado|987654321/i);
  },
);
