import { DAY_MS, HOUR_MS } from '@funil/contract/durations';
import { canonicalPhone } from '@funil/contract/person';
import { PLATFORM_NAMES, type PlatformName } from '@funil/contract/platforms';
import { NO_SPLIT, type Notice, type ReceivedNotice } from '@funil/server/sales/notice';
import { finishAuthentication } from '@funil/server/sales/platforms/authentication';
import { PLATFORMS } from '@funil/server/sales/platforms/platforms';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSalePlanner, type Owner } from './plan-sale.ts';
import type { PlannedNotice } from './platforms/simulator.ts';
import { SIMULATORS } from './platforms/simulators.ts';
import { createRandom, timeUuid } from './random.ts';
import { createPeople } from './visitors.ts';
import { writeNotice } from './write-notice.ts';

const NOW = Date.parse('2026-11-21T15:20:30.400Z');
const UTMS = {
  utm_source: 'instagram',
  utm_medium: 'paid_social',
  utm_campaign: 'lancamento',
  utm_content: 'video-depoimento',
  utm_term: '',
};
const SECRET = 'segredo-de-teste';

/** Returns the notices of simulated sales of one platform, half of them to applicants. */
function noticesOf(platform: PlatformName, seed: number, sales = 150): PlannedNotice[] {
  const random = { behavior: createRandom(seed), identity: createRandom(seed + 1) };
  const people = createPeople(random.identity);
  const planSale = createSalePlanner({ random, people, platforms: [platform], until: NOW });
  return Array.from({ length: sales }, (_, index) => {
    const at = NOW - random.behavior.between(HOUR_MS, 30 * DAY_MS);
    const owner: Owner = {
      source: index % 2 === 0 ? 'lead' : 'application',
      ref: timeUuid(random.identity, at),
      utms: { ...UTMS, utm_term: index % 3 === 0 ? 'curso de automação' : '' },
    };
    return planSale({ buyer: people.makePerson(), owner, at, isCart: index % 7 === 0 });
  }).flatMap((sales) => sales.flatMap(({ notices }) => notices));
}

const iso = (time: number) => new Date(time).toISOString();

/** Only some platforms number their notices, and only some repeat when a sale was paid. */
function expectPlanned(read: Notice, { sale, kind, at, paidAt, reference, id }: PlannedNotice) {
  const { buyer, product } = sale;
  const { carts } = SIMULATORS[sale.platform];
  const cart = kind === 'abandoned' ? carts : null;
  expect(read).toMatchObject({
    kind,
    saleKey: sale.saleKey,
    transaction: (paidAt !== null && sale.paidTransaction) || sale.saleKey,
    valueCents: cart ? null : sale.valueCents,
    currency: 'BRL',
    method: cart?.hasMethod === false ? null : sale.method,
    product: { id: product.id, name: cart?.hasProductName === false ? null : product.name },
    buyer: { name: buyer.name, email: buyer.email },
    tracking: { ref: reference },
    occurredAt: iso(at),
    writtenAt: iso(at),
    refundedCents: null,
    expiresAt: null,
    split: cart || !SIMULATORS[sale.platform].hasSplit ? NO_SPLIT : sale.split,
    installments: cart ? null : sale.installments,
    subscription: sale.subscription,
    chargeNumber: sale.chargeNumber,
    isTest: false,
  });
  expect([sale.orderId, null]).toContain(read.orderId);
  expect(new Set(read.buyer.phones.map(canonicalPhone))).toEqual(new Set([buyer.phone]));
  expect([null, paidAt === null ? null : iso(paidAt)]).toContain(read.paidAt);
  const ids = [id, sale.uuid].flatMap((uuid) => [uuid, uuid.replaceAll('-', '')]);
  expect([null, ...ids]).toContain(read.noticeId);
}

const isProven = (notice: PlannedNotice, secret: string): boolean => {
  const written = writeNotice(notice, SECRET);
  const authentication = PLATFORMS[notice.sale.platform].authenticate(written, secret);
  return finishAuthentication(authentication, written.body) !== null;
};

function readBack(notice: PlannedNotice): Notice {
  const platform = PLATFORMS[notice.sale.platform];
  if (!isProven(notice, SECRET)) throw new Error('The proof is wrong.');
  const written = writeNotice(notice, SECRET);
  const headers: Record<string, string | undefined> = {};
  for (const name of platform.storedHeaders ?? []) headers[name] = written.headers[name];
  const received: ReceivedNotice = { headers, body: written.body, receivedAt: iso(NOW) };
  const reading = platform.read(received);
  if (!reading.ok) throw new Error(reading.reason);
  return reading.notice;
}

test.each(PLATFORM_NAMES)(
  'writes notices of %s that are proven and read as planned',
  (platform) => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const notices = noticesOf(platform, seed);
        expect(notices.length).toBeGreaterThan(100);
        for (const notice of notices) expectPlanned(readBack(notice), notice);
      }),
      { numRuns: 3 },
    );
  },
);

test.each(PLATFORM_NAMES)('writes notices of %s that no other secret proves', (platform) => {
  for (const notice of noticesOf(platform, 7)) {
    expect(isProven(notice, 'outro-segredo')).toBe(false);
  }
});

test.each(PLATFORM_NAMES)('writes every kind of notice that %s has a sample of', (platform) => {
  const kinds = new Set(noticesOf(platform, 3, 1000).map(({ kind }) => kind));
  expect([...kinds].sort()).toEqual(Object.keys(SIMULATORS[platform].samples).sort());
});

test('writes a repeated notice with the same bytes', () => {
  const [notice] = noticesOf('kiwify', 1);
  if (!notice) throw new Error('There is no sale.');
  expect(writeNotice(notice, SECRET)).toEqual(writeNotice(notice, SECRET));
});
