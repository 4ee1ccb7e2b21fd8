import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { PLATFORMS } from './platforms.ts';
import { kept, proofOf } from './samples/sample.ts';

/** A paid notice of each platform, and its sum as it is written there. */
const PAID = [
  ['hotmart', 'hotmart/approved', '"value": 1497.1,'],
  ['kiwify', 'kiwify/approved', '"charge_amount": 149710,'],
  ['eduzz', 'eduzz/paid', '"value": 1497.1'],
  ['hubla', 'hubla/paid', '"totalCents": 177210'],
  ['ticto', 'ticto/authorized', '"paid_amount": 149710,'],
  ['tmb', 'tmb/effected', '"valor_principal": 1497.1,'],
  ['monetizze', 'monetizze/approved', '"valor": "1497.10",'],
] as const;

const sums = [
  '1e999',
  '-1',
  '-149710',
  `1${'0'.repeat(400)}`,
  '"1.497,10"',
  '"mil"',
  'true',
  '[1]',
  '{}',
];

for (const [platform, name, sum] of PAID) {
  const { read } = PLATFORMS[platform];
  const withSum = (value: string) =>
    kept(name, {}, (text) => text.replaceAll(sum, sum.replace(/"?[\d.]+"?/, value)));

  test(`${platform}: the sample is a payment`, () => {
    expect(read(kept(name))).toMatchObject({ ok: true, notice: { valueCents: 149_710 } });
  });

  test.each(sums)(`${platform}: %s never becomes money`, (value) => {
    expect(read(withSum(value))).toEqual({ ok: false, reason: 'value' });
  });

  test(`${platform}: a payment without a sum is not understood`, () => {
    const without = kept(name, {}, (text) =>
      text
        .replaceAll(sum, '"x": 1'.concat(sum.endsWith(',') ? ',' : ''))
        .replace(/"(product_base_price|subtotalCents)": \d+/g, '"$1": null'),
    );
    expect(read(without).ok).toBe(false);
  });

  test(`${platform}: a payment in the future is not understood`, () => {
    const future = kept(name, {}, (text) =>
      text
        .replaceAll('2026-11-0', '2031-11-0')
        .replaceAll(/"(\w+_date)": 1\d{12}/g, '"$1": 1993732700000'),
    );
    expect(read(future)).toEqual({ ok: false, reason: 'future' });
  });

  test(`${platform}: what is deep, broken or something else is a value`, () => {
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
    ];
    bodies.push('['.repeat(260_000), `{"data":${'['.repeat(65)}${']'.repeat(65)}}`);
    for (const body of bodies) {
      const receivedAt = '2026-11-21T12:00:00.000Z';
      const reading = read({ headers: {}, body: Buffer.from(body), receivedAt });
      expect(reading.ok && reading.notice.kind !== 'other').toBe(false);
    }
  });

  test(`${platform}: every field may be of another kind`, () => {
    const text = kept(name).body.toString();
    const paths = text.matchAll(/"(\w+)": (?!\{|\[)[^\n]*?(?=,?\n)/g);
    for (const path of paths) {
      for (const value of ['null', '7', '"\\u0000\\ud800"', '[[]]', '{"a":{}}', 'false']) {
        const changed = text.replace(path[0], `"${path[1]}": ${value}`);
        const receivedAt = '2026-11-21T12:00:00.000Z';
        expect(() => read({ headers: {}, body: Buffer.from(changed), receivedAt })).not.toThrow();
      }
    }
  });
}

test('a currency that is none is not understood', () => {
  const odd = kept('hotmart/approved', {}, (text) => text.replaceAll('"BRL"', '"R$$"'));
  expect(PLATFORMS.hotmart.read(odd)).toEqual({ ok: false, reason: 'currency' });
});

/** The least of several times, in ms: what else the machine does comes on top. */
function timeBest(run: () => unknown): number {
  const times = Array.from({ length: 7 }, () => {
    const start = performance.now();
    run();
    return performance.now() - start;
  });
  return Math.min(...times);
}

test.each(Object.values(PLATFORMS).map((platform) => [platform.name, platform] as const))(
  '%s: a body that proves nothing is never parsed',
  (_name, platform) => {
    const body = Buffer.from(`[${'{"token":1,'.repeat(23_000)}`);
    const query = { signature: '0'.repeat(40), token: 'x' };
    const postback = { headers: { 'x-signature': '0'.repeat(64) }, query, body };
    const hashing = timeBest(() => createHash('sha1').update(body).digest());
    expect(proofOf(platform, postback, 'secret')).toBeNull();
    expect(timeBest(() => proofOf(platform, postback, 'secret'))).toBeLessThan(hashing * 6);
  },
);
