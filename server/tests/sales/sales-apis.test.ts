import { DAY_MS, HOUR_MS, MINUTE_MS } from '@funil/contract/durations';
import { expect, test } from 'vitest';
import { configOf } from '../../../testkit/config-of.ts';
import {
  EDUZZ_CREDENTIALS,
  HOTMART_CREDENTIALS,
  KIWIFY_CREDENTIALS,
  type PlatformSale,
  startFakeEduzz,
  startFakeHotmart,
  startFakeKiwify,
} from '../../../testkit/fakes/sales-apis.ts';
import { ApiFailure } from '../../src/http/api-errors.ts';
import type { Notice } from '../../src/sales/notices/notice.ts';
import { createSalesApis } from '../../src/sales/reconcile/apis.ts';

const NOON = Date.parse('2026-11-23T15:00:00Z');
const PERIOD = { from: NOON - 7 * DAY_MS, until: NOON };
const REFERENCE = '0192f3a4b5c67d8e9f00112233445566';

const PLATFORMS = {
  hotmart: {
    start: startFakeHotmart,
    env: HOTMART_CREDENTIALS,
    url: 'HOTMART_API_URL',
    states: {
      ...{ APPROVED: 'paid', COMPLETE: 'paid', PROTESTED: 'paid' },
      PARTIALLY_REFUNDED: 'partial_refund',
      ...{ WAITING_PAYMENT: 'pending', PRINTED_BILLET: 'pending', OVERDUE: 'pending' },
      ...{ REFUNDED: 'refunded', CHARGEBACK: 'chargeback' },
      ...{ CANCELLED: 'canceled', EXPIRED: 'canceled', NO_FUNDS: 'canceled', BLOCKED: 'canceled' },
    },
  },
  kiwify: {
    start: startFakeKiwify,
    env: KIWIFY_CREDENTIALS,
    url: 'KIWIFY_API_URL',
    states: {
      ...{ paid: 'paid', approved: 'paid', refund_requested: 'paid', pending_refund: 'paid' },
      ...{ waiting_payment: 'pending', pending: 'pending', processing: 'pending' },
      ...{ authorized: 'pending', refunded: 'refunded', chargedback: 'chargeback' },
      refused: 'canceled',
    },
  },
  eduzz: {
    start: startFakeEduzz,
    env: EDUZZ_CREDENTIALS,
    url: 'EDUZZ_API_URL',
    states: {
      ...{ paid: 'paid', waiting_refund: 'paid', open: 'pending', processing: 'pending' },
      ...{ waiting_payment: 'pending', recovering: 'pending', scheduled: 'pending' },
      ...{ refunded: 'refunded', chargeback: 'chargeback' },
      ...{ canceled: 'canceled', expired: 'canceled', duplicated: 'canceled' },
      ...{ overdue: 'pending', analysing: 'pending', waiting_documents: 'pending' },
      ...{ refused: 'canceled', deleted: 'canceled', partial_refund: 'partial_refund' },
    },
  },
} as const;

type Name = keyof typeof PLATFORMS;
const NAMES = Object.keys(PLATFORMS) as Name[];
const PAID: Record<Name, string> = { hotmart: 'APPROVED', kiwify: 'paid', eduzz: 'paid' };

async function open(name: Name, env: Record<string, string> = {}) {
  const { start, env: credentials, url } = PLATFORMS[name];
  const fake = await start();
  const config = configOf({ ...credentials, [url]: fake.address, ...env });
  const api = createSalesApis(config.reconcile)[0]?.api;
  if (!api) throw new Error('No API is configured.');
  const stop = new AbortController();
  let timeoutMs = 120_000;
  return {
    ...fake,
    fail(failure: Parameters<typeof fake.fail>[0]) {
      fake.fail(failure);
      timeoutMs = failure === 'hang' ? 300 : 120_000;
    },
    stop,
    async read(period = PERIOD, now = NOON) {
      const options = { signal: stop.signal, now: () => now, timeoutMs };
      const notices: Notice[] = [];
      let unreadable = 0;
      for await (const page of api.readSales(period, options)) {
        notices.push(...page.notices);
        unreadable += page.unreadableCount;
      }
      return { notices, unreadable };
    },
    async [Symbol.asyncDispose]() {
      await fake[Symbol.asyncDispose]();
    },
  };
}

const sale = (name: Name, number: number, overrides: Partial<PlatformSale> = {}): PlatformSale => ({
  id: `venda-${number}`,
  status: PAID[name],
  cents: 149_710,
  createdAt: NOON - DAY_MS - number * MINUTE_MS,
  paidAt: NOON - DAY_MS,
  name: 'Marina Prado',
  email: 'marina@example.com',
  phone: '11987654321',
  reference: REFERENCE,
  ...overrides,
});

const keysOf = (notices: readonly Notice[]) => new Set(notices.map(({ saleKey }) => saleKey));
const reasonOf = (reading: Promise<unknown>) =>
  reading.then(
    () => 'none',
    (error: unknown) => (error instanceof ApiFailure ? error.reason : error),
  );

test.each(NAMES)('%s: reads a paid sale as its notices would', async (name) => {
  await using platform = await open(name);
  platform.setSales([sale(name, 1)]);
  const { notices } = await platform.read();
  expect(notices[0]).toMatchObject({
    kind: 'paid',
    saleKey: 'venda-1',
    transaction: 'venda-1',
    valueCents: 149_710,
    currency: 'BRL',
    method: 'pix',
    installments: 1,
    chargeNumber: null,
    product: { name: 'Comunidade' },
    buyer: { name: 'Marina Prado', email: 'marina@example.com' },
    tracking: { ref: REFERENCE },
    occurredAt: '2026-11-22T15:00:00.000Z',
    paidAt: '2026-11-22T15:00:00.000Z',
    isTest: false,
  });
  expect(notices[0]?.buyer.phones[0]).toMatch(/^(?:\+55)?11987654321$/);
});

test.each([
  ['hotmart', { netCents: null, feeCents: null, commissionCents: null }],
  ['kiwify', { netCents: 148_726, feeCents: 984, commissionCents: null }],
  ['eduzz', { netCents: 148_710, feeCents: 1_000, commissionCents: 0 }],
] as const)('%s: reads the split as far as it is reliable', async (name, split) => {
  await using platform = await open(name);
  platform.setSales([sale(name, 1)]);
  expect((await platform.read()).notices[0]?.split).toEqual(split);
});

test.each(NAMES)('%s: asks for every state and knows its kind', async (name) => {
  await using platform = await open(name);
  const { states } = PLATFORMS[name];
  platform.setSales(Object.keys(states).map((status) => sale(name, 1, { id: status, status })));
  const { notices, unreadable } = await platform.read();
  expect(Object.fromEntries(notices.map(({ saleKey, kind }) => [saleKey, kind]))).toEqual(states);
  expect(unreadable).toBe(0);
});

test.each(NAMES)('%s: reads all pages', async (name) => {
  await using platform = await open(name);
  const sales = Array.from({ length: 250 }, (_, number) => sale(name, number));
  platform.setSales(sales);
  const { notices } = await platform.read();
  expect(keysOf(notices)).toEqual(new Set(sales.map(({ id }) => id)));
});

test.each(['hotmart', 'kiwify'] as const)(
  '%s: requests a token, and another once it ends',
  async (name) => {
    await using platform = await open(name);
    platform.setSales([sale(name, 1)]);
    await platform.read();
    await platform.read();
    expect(platform.countTokens()).toBe(1);
    platform.expireToken();
    expect((await platform.read()).notices).toHaveLength(1);
    expect(platform.countTokens()).toBe(2);
    await platform.read(PERIOD, NOON + 5 * DAY_MS);
    expect(platform.countTokens()).toBe(3);
  },
);

test.each([
  ['hotmart', { HOTMART_CLIENT_SECRET: 'outro' }],
  ['kiwify', { KIWIFY_CLIENT_SECRET: 'outro' }],
  ['kiwify', { KIWIFY_ACCOUNT_ID: 'outra' }],
  ['eduzz', { EDUZZ_API_TOKEN: 'outro' }],
] as const)('%s: names refused credentials %j', async (name, env) => {
  await using platform = await open(name, env);
  expect(await reasonOf(platform.read())).toBe('credentials');
});

test.each(NAMES)('%s: waits when the quota is used up', async (name) => {
  await using platform = await open(name);
  platform.setSales([sale(name, 1)]);
  platform.fail('quota');
  expect(keysOf((await platform.read()).notices).size).toBe(1);
});

test.each(
  NAMES.flatMap((name) =>
    (
      [
        ['always-quota', 'quota'],
        ['endless', 'unexpected'],
        ['shape', 'unexpected'],
        ['redirect', 'unexpected'],
        ['hang', 'slow'],
        ['html', 'unavailable'],
        ['error', 'unavailable'],
        ['denied', 'permission'],
      ] as const
    ).map((failure) => [name, ...failure] as const),
  ),
)('%s: names the error when it answers with %s', async (name, failure, reason) => {
  await using platform = await open(name);
  const createdAt = NOON - 1;
  platform.setSales(
    Array.from({ length: 250 }, (_, number) =>
      sale(name, number, { createdAt, paidAt: createdAt }),
    ),
  );
  platform.fail(failure);
  expect(await reasonOf(platform.read({ from: NOON - HOUR_MS, until: NOON }))).toBe(reason);
});

test.each(NAMES)('%s: reads the other sales when one sale is not understood', async (name) => {
  await using platform = await open(name);
  platform.setSales([sale(name, 1), sale(name, 2), sale(name, 3)]);
  platform.fail('sale');
  const { notices, unreadable } = await platform.read();
  expect(keysOf(notices)).toEqual(new Set(['venda-2', 'venda-3']));
  expect(unreadable).toBeGreaterThan(0);
});

test.each(['hotmart', 'kiwify'] as const)('%s: leaves out an affiliate’s sales', async (name) => {
  await using platform = await open(name);
  platform.setSales([sale(name, 1), sale(name, 2, { isAffiliate: true })]);
  const { notices, unreadable } = await platform.read();
  expect(notices.map(({ saleKey }) => saleKey)).toEqual(['venda-1']);
  expect(unreadable).toBe(0);
});

test('hotmart: asks for shorter periods when it takes too long', async () => {
  await using platform = await open('hotmart');
  const sales = Array.from({ length: 60 }, (_, number) =>
    sale('hotmart', number, { createdAt: NOON - 1 - number * 2.7 * HOUR_MS }),
  );
  platform.setSales(sales);
  platform.fail('slow');
  const { notices } = await platform.read();
  expect(notices).toHaveLength(60);
  expect(keysOf(notices).size).toBe(60);
});

test('kiwify: finds the refund of a sale of two months ago', async () => {
  await using platform = await open('kiwify');
  const createdAt = NOON - 60 * DAY_MS;
  const refundedAt = NOON - DAY_MS;
  const oldSale = { createdAt, paidAt: createdAt };
  platform.setSales([
    sale('kiwify', 1, { ...oldSale, status: 'refunded', refundedAt, updatedAt: refundedAt }),
    sale('kiwify', 2, { ...oldSale, updatedAt: createdAt }),
  ]);
  const { notices } = await platform.read();
  expect(notices).toMatchObject([
    { kind: 'refunded', saleKey: 'venda-1', occurredAt: '2026-11-22T15:00:00.000Z' },
  ]);
});

test('kiwify: splits a longer period than the API allows', async () => {
  await using platform = await open('kiwify');
  const months = [1, 60, 120, 200].map((days) => NOON - days * DAY_MS);
  platform.setSales(months.map((createdAt, number) => sale('kiwify', number, { createdAt })));
  const { notices } = await platform.read({ from: NOON - 365 * DAY_MS, until: NOON });
  expect(keysOf(notices).size).toBe(4);
});

test('kiwify: knows no net of a sale that is shared with partners', async () => {
  await using platform = await open('kiwify');
  platform.setSales([sale('kiwify', 1, { isShared: true })]);
  const { notices } = await platform.read();
  expect(notices[0]?.split).toEqual({ netCents: null, feeCents: 984, commissionCents: null });
});

test('kiwify: knows no net and no fee in another currency', async () => {
  await using platform = await open('kiwify');
  platform.setSales([sale('kiwify', 1, { settledIn: 'USD' })]);
  const { notices } = await platform.read();
  expect(notices).toMatchObject([
    { valueCents: expect.any(Number), split: { netCents: null, feeCents: null } },
  ]);
});

test('eduzz: finds an old invoice that was paid in the period', async () => {
  await using platform = await open('eduzz');
  platform.setSales([sale('eduzz', 1, { createdAt: NOON - 20 * DAY_MS })]);
  expect((await platform.read()).notices).toMatchObject([{ kind: 'paid', saleKey: 'venda-1' }]);
});

test('eduzz: reads a charge’s contract as its subscription', async () => {
  await using platform = await open('eduzz');
  platform.setSales([sale('eduzz', 1, { contract: '48213' }), sale('eduzz', 2)]);
  const { notices } = await platform.read();
  expect(notices.slice(0, 2).map(({ subscription }) => subscription)).toEqual(['48213', null]);
});

test.each(NAMES)('%s: sends secrets in headers and bodies only, and in no error', async (name) => {
  await using platform = await open(name);
  platform.setSales(Array.from({ length: 120 }, (_, number) => sale(name, number)));
  await platform.read();
  for (const { path } of platform.received) {
    expect(path).not.toMatch(/token-1|segredo|token-pessoal/);
  }
  platform.fail('denied');
  const error = await platform.read().catch((failure: unknown) => failure);
  expect(error).toBeInstanceOf(Error);
  expect(JSON.stringify([error, String(error)])).not.toMatch(/token-1|segredo|token-pessoal/);
});

test('ends a waiting request when the process stops', async () => {
  await using platform = await open('kiwify');
  platform.fail('hang');
  const reading = reasonOf(platform.read());
  platform.stop.abort();
  expect(await reading).toBe('no-answer');
});
