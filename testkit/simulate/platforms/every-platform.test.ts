import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DAY_MS, HOUR_MS } from '@funil/contract/durations';
import { PLATFORM_NAMES, type PlatformName } from '@funil/contract/sales/platforms';
import { ADAPTERS } from '@funil/server/sales/platforms/adapters';
import { finishAuthentication } from '@funil/server/sales/platforms/authentication';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createSalePlanner } from '../plan-sale.ts';
import { createRandom } from '../random.ts';
import { createPeople } from '../visitors.ts';
import {
  fillSample,
  listSamples,
  type PlannedNotice,
  readSample,
  type SampleChanges,
} from './simulator.ts';
import { SIMULATORS, writeNotice } from './simulators.ts';

const NOW = Date.parse('2026-11-21T15:20:30.400Z');
const SECRET = 'segredo-de-teste';

/** Returns the notices of simulated sales of one platform. */
function noticesOf(platform: PlatformName, sales = 1000): PlannedNotice[] {
  const random = { behavior: createRandom(3), identity: createRandom(4) };
  const people = createPeople(random.identity);
  const planSale = createSalePlanner({ random, people, platforms: [platform], until: NOW });
  return Array.from({ length: sales }, (_, index) => {
    const at = NOW - random.behavior.between(HOUR_MS, 30 * DAY_MS);
    return planSale({ buyer: people.makePerson(), owner: null, at, isCart: index % 7 === 0 });
  }).flatMap((sales) => sales.flatMap(({ notices }) => notices));
}

const isProven = (notice: PlannedNotice, secret: string, given = SECRET): boolean => {
  const written = writeNotice(notice, given);
  const authentication = ADAPTERS[notice.sale.platform].authenticate(written, secret);
  return finishAuthentication(authentication, written.body) !== null;
};

test.each(PLATFORM_NAMES)(
  'writes each kind of notice for which %s has a sample, and only the secret proves the notices',
  (platform) => {
    const notices = noticesOf(platform);
    const kinds = new Set(notices.map(({ kind }) => kind));
    expect([...kinds].sort()).toEqual(Object.keys(SIMULATORS[platform].samples).sort());
    for (const notice of notices.slice(0, 300)) {
      expect(isProven(notice, SECRET)).toBe(true);
      expect(isProven(notice, 'outro-segredo')).toBe(false);
      expect(isProven(notice, '', '')).toBe(false);
      expect(writeNotice(notice, SECRET)).toEqual(writeNotice(notice, SECRET));
    }
  },
);

test.each(PLATFORM_NAMES)(
  '%s: the adapter reads kind, buyer and value of each simulated notice',
  (platform) => {
    for (const planned of noticesOf(platform, 300)) {
      const receivedAt = new Date(planned.at).toISOString();
      const reading = ADAPTERS[platform].read({ ...writeNotice(planned, SECRET), receivedAt });
      const { kind, sale } = planned;
      expect(reading).toMatchObject({
        ok: true,
        notice: {
          kind,
          isTest: false,
          buyer: { name: sale.buyer.name, email: sale.buyer.email },
          ...(kind === 'paid' && { valueCents: sale.valueCents }),
        },
      });
    }
  },
);

test.each(PLATFORM_NAMES)(
  'has a test of each sample of %s, by the simulator or written by hand',
  (platform) => {
    const platforms = join(import.meta.dirname, '../../../server/src/sales/platforms');
    const byHand = join(platforms, platform, 'adapter.test.ts');
    const tests = existsSync(byHand) ? readFileSync(byHand, 'utf8') : '';
    const simulated: string[] = Object.values(SIMULATORS[platform].samples);
    const handTested = listSamples(platform).filter((name) => !simulated.includes(name));
    expect(handTested.filter((name) => !tests.includes(`'${name}'`))).toEqual([]);
  },
);

const readBody = (
  platform: PlatformName,
  body: string | object,
  receivedAt = new Date(NOW).toISOString(),
) => {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return ADAPTERS[platform].read({ headers: {}, body: Buffer.from(text), receivedAt });
};

/** Returns the paid sample of a platform, filled as a simulated payment. */
function fillPaid(platform: PlatformName, change: (notice: PlannedNotice) => PlannedNotice) {
  const paid = noticesOf(platform, 50).find(({ kind }) => kind === 'paid');
  if (!paid) throw new Error(`${platform} sells nothing`);
  const { samples, changesFor } = SIMULATORS[platform];
  return fillSample(readSample(platform, samples.paid), changesFor(change(paid), SECRET));
}

/** Returns the paths and values of a notice's simple values (texts, numbers, booleans and nulls). */
const leavesOf = (value: unknown, path = ''): [string, unknown][] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, inner]) =>
        leavesOf(inner, path === '' ? name : `${path}.${name}`),
      )
    : [[path, value]];

const INVALID_AMOUNTS = [
  '1e999',
  '-1',
  '-149710',
  `1${'0'.repeat(400)}`,
  '"1.497"',
  '"mil"',
  'true',
  '[1]',
  '{}',
];

test.each(PLATFORM_NAMES)('refuses a payment of %s without a valid amount', (platform) => {
  const paid = fillPaid(platform, (notice) => notice);
  const dearerLeaves = new Map(
    leavesOf(
      fillPaid(platform, ({ sale, ...notice }) => ({
        ...notice,
        sale: { ...sale, valueCents: sale.valueCents + 100 },
      })),
    ),
  );
  const amounts = leavesOf(paid).flatMap(([path, value]) =>
    dearerLeaves.get(path) === value ? [] : path,
  );
  const readWith = (changes: SampleChanges) =>
    readBody(platform, fillSample(JSON.stringify(paid), changes));
  const refusal = { ok: false, reason: 'value' };
  expect(readWith({})).toMatchObject({ ok: true, notice: { kind: 'paid' } });
  const decidingPaths = amounts.filter((path) => !readWith({ [path]: 'mil' }).ok);
  expect(decidingPaths).not.toEqual([]);
  for (const text of INVALID_AMOUNTS) {
    for (const path of decidingPaths) {
      const marked = JSON.stringify(fillSample(JSON.stringify(paid), { [path]: '$amount' }));
      expect(readBody(platform, marked.replace('"$amount"', text)), text).toEqual(refusal);
    }
  }
  expect(readWith(Object.fromEntries(amounts.map((path) => [path, null])))).toEqual(refusal);
});

test.each(PLATFORM_NAMES)(
  'refuses a payment of %s in the future, unless the server’s clock is wrong',
  (platform) => {
    vi.useFakeTimers({ toFake: ['Date'], now: NOW });
    onTestFinished(() => void vi.useRealTimers());
    const later = NOW + 365 * DAY_MS;
    const paid = fillPaid(platform, ({ sale, ...notice }) => ({
      ...{ ...notice, at: later, paidAt: later },
      sale: { ...sale, createdAt: later },
    }));
    expect(readBody(platform, paid)).toEqual({ ok: false, reason: 'future' });
    // A server whose clock was not set yet accepts the notice, although the notice then seems to come from the
    // future.
    expect(readBody(platform, paid, '1970-01-01T00:00:09.000Z')).toMatchObject({ ok: true });
  },
);

test.each(PLATFORM_NAMES)('reads no sale of %s in a broken, deep or foreign body', (platform) => {
  const bodies = [
    '',
    '{',
    'null',
    '[]',
    '"x"',
    '7',
    '1e999',
    '{"event":{"a":[]}}',
    '\u0000',
    'a=b',
    '['.repeat(260_000),
    `{"data":${'['.repeat(65)}${']'.repeat(65)}}`,
  ];
  for (const body of bodies) {
    const reading = readBody(platform, body);
    expect(reading.ok && reading.notice.kind !== 'other').toBe(false);
  }
});

test.each(PLATFORM_NAMES)('throws no error when a field of %s has another type', (platform) => {
  const texts = listSamples(platform).map((name) => readSample(platform, name));
  const changedTexts = texts.flatMap((text) =>
    [...text.matchAll(/"(\w+)": (?!\{|\[)[^\n]*?(?=,?\n)/g)].flatMap(([member, name]) =>
      ['null', '7', '"\\u0000\\ud800"', '[[]]', '{"a":{}}', 'false'].map((value) =>
        text.replace(member, `"${name}": ${value}`),
      ),
    ),
  );
  expect(() => changedTexts.map((text) => readBody(platform, text))).not.toThrow();
});

test.each(PLATFORM_NAMES)('never parses an unauthenticated body of %s', (platform) => {
  const body = Buffer.from('{"token":1}');
  const query = { signature: '0'.repeat(40), token: 'x' };
  const head = { headers: { 'x-signature': '0'.repeat(64) }, query };
  const parse = vi.spyOn(JSON, 'parse');
  const authentication = ADAPTERS[platform].authenticate(head, 'secret');
  expect(finishAuthentication(authentication, body)).toBeNull();
  expect(parse).not.toHaveBeenCalled();
  parse.mockRestore();
});
