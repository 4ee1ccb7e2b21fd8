import { createHash } from 'node:crypto';
import type { PlatformName } from '@funil/contract/platforms';
import { expect, test } from 'vitest';
import type { ReceivedNotice } from '../notice.ts';
import { readSample } from './checkout.ts';
import type { Platform } from './platform.ts';
import { finishProof, type Postback } from './proof.ts';

/** The bytes of a sample notice, such as `hotmart/approved`. */
export function sample(path: string): Buffer {
  const [platform, name = ''] = path.split('/');
  return Buffer.from(readSample(platform as PlatformName, name));
}

/** The same as the ledger keeps it, received on 21 November 2026. */
export const kept = (
  path: string,
  headers: ReceivedNotice['headers'] = {},
  change: (text: string) => string = (text) => text,
): ReceivedNotice => ({
  headers,
  body: Buffer.from(change(sample(path).toString())),
  receivedAt: '2026-11-21T12:00:00.000Z',
});

/** The verdict on a notice that has arrived in full. */
export const proofOf = (platform: Platform, postback: Postback, secret: string) =>
  finishProof(platform.prove(postback, secret), postback.body);

const HOSTILE_SUMS = [
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

/**
 * Tests that no notice of a platform, however it is written, becomes money that nobody paid, throws, or is parsed
 * before it is proved.
 * @param sum how the paid sample writes its sum
 */
export function testHostileNotices(
  { name: platform, read, prove, checkout }: Platform,
  sum: string,
) {
  const name = `${platform}/${checkout.samples.paid}`;
  const withSum = (value: string) =>
    kept(name, {}, (text) => text.replaceAll(sum, sum.replace(/"?[\d.]+"?/, value)));

  test('the paid sample is a payment of 1,497.10 reais', () => {
    expect(read(kept(name))).toMatchObject({ ok: true, notice: { valueCents: 149_710 } });
  });

  test.each(HOSTILE_SUMS)('%s never becomes money', (value) => {
    expect(read(withSum(value))).toEqual({ ok: false, reason: 'value' });
  });

  test('a payment without a sum is not understood', () => {
    const without = kept(name, {}, (text) =>
      text
        .replaceAll(sum, '"x": 1'.concat(sum.endsWith(',') ? ',' : ''))
        .replace(/"(product_base_price|subtotalCents)": \d+/g, '"$1": null'),
    );
    expect(read(without).ok).toBe(false);
  });

  test('a payment in the future is not understood', () => {
    const future = kept(name, {}, (text) =>
      text
        .replaceAll('2026-11-0', '2031-11-0')
        .replaceAll(/"(\w+_date)": 1\d{12}/g, '"$1": 1993732700000'),
    );
    expect(read(future)).toEqual({ ok: false, reason: 'future' });
  });

  test('tells of no sale when the body is broken, too deep or something else', () => {
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

  test('throws nothing when any field is of another kind', () => {
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

  test('never parses a body that proves nothing', () => {
    const body = Buffer.from(`[${'{"token":1,'.repeat(23_000)}`);
    const query = { signature: '0'.repeat(40), token: 'x' };
    const postback = { headers: { 'x-signature': '0'.repeat(64) }, query, body };
    const proveIt = () => finishProof(prove(postback, 'secret'), body);
    const hashing = timeBest(() => createHash('sha1').update(body).digest());
    expect(proveIt()).toBeNull();
    expect(timeBest(proveIt)).toBeLessThan(hashing * 6);
  });
}

/** The least of several times, in ms: what else the machine does comes on top. */
function timeBest(run: () => unknown): number {
  const times = Array.from({ length: 7 }, () => {
    const start = performance.now();
    run();
    return performance.now() - start;
  });
  return Math.min(...times);
}
