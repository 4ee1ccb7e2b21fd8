import { DAY_MS, HOUR_MS } from '@funil/contract/durations';
import { canonicalPhone } from '@funil/contract/person';
import { PLATFORM_NAMES, type PlatformName } from '@funil/contract/platforms';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { KeptNotice, Notice } from '../sales/notice.ts';
import type { PlannedNotice } from '../sales/platforms/checkout.ts';
import { PLATFORMS } from '../sales/platforms/platforms.ts';
import { proofOf } from '../sales/platforms/testing.ts';
import { createTill, type Owner } from './plan-sale.ts';
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

/** Sales of one platform as the month makes them, half of them by people who applied. */
function noticesOf(platform: PlatformName, seed: number, sales = 150): PlannedNotice[] {
  const dice = { story: createRandom(seed), names: createRandom(seed + 1) };
  const people = createPeople(dice.names);
  const sell = createTill({ dice, people, platforms: [platform], until: NOW });
  return Array.from({ length: sales }, (_, index) => {
    const at = NOW - dice.story.between(HOUR_MS, 30 * DAY_MS);
    const owner: Owner = {
      source: index % 2 === 0 ? 'lead' : 'application',
      ref: timeUuid(dice.names, at),
      utms: { ...UTMS, utm_term: index % 3 === 0 ? 'curso de automação' : '' },
    };
    return sell({ buyer: people.makePerson(), owner, at, isCart: index % 7 === 0 });
  }).flatMap((sale) => sale?.notices ?? []);
}

const iso = (time: number) => new Date(time).toISOString();

/** What the adapter is to make of a notice. Only some platforms number their notices and repeat when a sale was paid. */
function expectIntended(read: Notice, { sale, kind, at, paidAt, reference, id }: PlannedNotice) {
  const { buyer, product } = sale;
  const { carts } = PLATFORMS[sale.platform].checkout;
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
    noticedAt: iso(at),
    refundedCents: null,
    expiresAt: null,
    subscription: null,
    chargeNumber: null,
    isTest: false,
  });
  expect(new Set(read.buyer.phones.map(canonicalPhone))).toEqual(new Set([buyer.phone]));
  expect([null, paidAt === null ? null : iso(paidAt)]).toContain(read.paidAt);
  const ids = [id, sale.uuid].flatMap((uuid) => [uuid, uuid.replaceAll('-', '')]);
  expect([null, ...ids]).toContain(read.noticeId);
}

function readBack(notice: PlannedNotice): Notice {
  const platform = PLATFORMS[notice.sale.platform];
  const written = writeNotice(notice, SECRET);
  if (proofOf(platform, written, SECRET) === null) throw new Error('not proved');
  const headers: Record<string, string | undefined> = {};
  for (const name of platform.keptHeaders ?? []) headers[name] = written.headers[name];
  const kept: KeptNotice = { headers, body: written.body, receivedAt: iso(NOW) };
  const reading = platform.read(kept);
  if (!reading.ok) throw new Error(reading.reason);
  return reading.notice;
}

test.each(PLATFORM_NAMES)(
  'what is written for %s is proved and read as it was meant',
  (platform) => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const notices = noticesOf(platform, seed);
        expect(notices.length).toBeGreaterThan(100);
        for (const notice of notices) expectIntended(readBack(notice), notice);
      }),
      { numRuns: 10 },
    );
  },
);

test.each(PLATFORM_NAMES)('no other secret proves what is written for %s', (platform) => {
  for (const notice of noticesOf(platform, 7)) {
    expect(proofOf(PLATFORMS[platform], writeNotice(notice, SECRET), 'outro-segredo')).toBeNull();
  }
});

test.each(PLATFORM_NAMES)('every kind of notice that %s has a sample of is played', (platform) => {
  const kinds = new Set(noticesOf(platform, 3, 1000).map(({ kind }) => kind));
  expect([...kinds].sort()).toEqual(Object.keys(PLATFORMS[platform].checkout.samples).sort());
});

test('a notice that comes again is the same to the byte', () => {
  const [notice] = noticesOf('kiwify', 1);
  if (!notice) throw new Error('nothing was sold');
  expect(writeNotice(notice, SECRET)).toEqual(writeNotice(notice, SECRET));
});
