import { DAY_MS, HOUR_MS } from '@funil/contract/durations';
import type { PlatformName } from '@funil/contract/platforms';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { KeptNotice, Notice } from '../sales/notice.ts';
import { PLATFORMS } from '../sales/platforms/platforms.ts';
import { proofOf } from '../sales/platforms/samples/sample.ts';
import { createTill, type Owner, type PlannedNotice } from './plan-sale.ts';
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
const NAMES = ['hotmart', 'kiwify', 'eduzz', 'hubla', 'ticto', 'tmb', 'monetizze'] as const;

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

/** The way a platform writes the buyer's numbers. */
const PHONES: Record<PlatformName, (phone: string, isCart: boolean) => string[]> = {
  hotmart: (phone, isCart) => (isCart ? [`55${phone}`] : [phone, `55${phone}`]),
  kiwify: (phone, isCart) => [isCart ? `55${phone}` : `+55${phone}`],
  eduzz: (phone, isCart) => [isCart ? `+55${phone}` : phone],
  hubla: (phone) => [`+55${phone}`],
  ticto: (phone) => [`+55${phone}`],
  tmb: (phone) => [`(${phone.slice(0, 2)}) ${phone.slice(2, 7)}-${phone.slice(7)}`],
  monetizze: (phone) => [phone],
};

/** What the adapter is to make of a notice, where its platform gives what it was told. */
function intended({ sale, kind, at, paidAt, reference, id }: PlannedNotice) {
  const { platform, buyer } = sale;
  const isCart = kind === 'abandoned';
  const ids: Partial<Record<PlatformName, string>> = {
    hotmart: isCart ? sale.uuid : id,
    eduzz: id.replaceAll('-', ''),
    hubla: id,
  };
  return {
    noticeId: ids[platform] ?? null,
    kind,
    saleKey: sale.saleKey,
    transaction: paidAt === null ? sale.saleKey : sale.paidTransaction,
    valueCents: isCart ? null : sale.valueCents,
    currency: 'BRL',
    method: isCart && platform !== 'ticto' ? null : sale.method,
    product: {
      id: sale.product.id,
      name: isCart && platform === 'eduzz' ? null : sale.product.name,
    },
    buyer: { name: buyer.name, email: buyer.email, phones: PHONES[platform](buyer.phone, isCart) },
    tracking: expect.objectContaining({ ref: reference }),
    occurredAt: iso(at),
    noticedAt: iso(at),
    // Ticto tells it in no other notice.
    paidAt: platform === 'ticto' || paidAt === null ? null : iso(paidAt),
    refundedCents: null,
    expiresAt: null,
    subscription: null,
    chargeNumber: null,
    isTest: false,
  };
}

function readBack(notice: PlannedNotice): Notice {
  const platform = PLATFORMS[notice.sale.platform];
  const written = writeNotice(notice, SECRET);
  if (proofOf(platform, written, SECRET) === null) throw new Error('not proved');
  const headers: Record<string, string | undefined> = {};
  for (const name of platform.keptHeaders) headers[name] = written.headers[name];
  const kept: KeptNotice = { headers, body: written.body, receivedAt: iso(NOW) };
  const reading = platform.read(kept);
  if (!reading.ok) throw new Error(reading.reason);
  return reading.notice;
}

test.each(NAMES)('what is written for %s is proved and read as it was meant', (platform) => {
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const notices = noticesOf(platform, seed);
      expect(notices.length).toBeGreaterThan(100);
      for (const notice of notices) expect(readBack(notice)).toEqual(intended(notice));
    }),
    { numRuns: 10 },
  );
});

test.each(NAMES)('no other secret proves what is written for %s', (platform) => {
  for (const notice of noticesOf(platform, 7)) {
    expect(proofOf(PLATFORMS[platform], writeNotice(notice, SECRET), 'outro-segredo')).toBeNull();
  }
});

test('every kind of notice is played on the platforms that have it', () => {
  const kinds = Object.fromEntries(
    NAMES.map((platform) => [
      platform,
      [...new Set(noticesOf(platform, 3, 1000).map(({ kind }) => kind))].sort(),
    ]),
  );
  const all = ['abandoned', 'canceled', 'chargeback', 'paid', 'pending', 'refunded'];
  const tmb = ['canceled', 'paid', 'pending', 'refunded'];
  const monetizze = ['abandoned', 'paid', 'pending'];
  const whole = { hotmart: all, kiwify: all, eduzz: all, hubla: all, ticto: all };
  expect(kinds).toEqual({ ...whole, tmb, monetizze });
});

test('a notice that comes again is the same to the byte', () => {
  const [notice] = noticesOf('kiwify', 1);
  if (!notice) throw new Error('nothing was sold');
  expect(writeNotice(notice, SECRET)).toEqual(writeNotice(notice, SECRET));
});
