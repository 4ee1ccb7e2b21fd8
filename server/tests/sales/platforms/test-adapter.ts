import type { PlatformName } from '@funil/contract/sales/platforms';
import { expect, test, vi } from 'vitest';
import { readSample } from '../../../../testkit/simulate/platforms/simulator.ts';
import { SIMULATORS } from '../../../../testkit/simulate/platforms/simulators.ts';
import type { Reading, ReceivedNotice } from '../../../src/sales/notice.ts';
import {
  finishAuthentication,
  type NoticeHead,
  type PlatformAdapter,
} from '../../../src/sales/platforms/authentication.ts';

/** Returns the bytes of a sample notice, such as `hotmart/approved`. */
export function sample(path: string): Buffer {
  const [platform, name = ''] = path.split('/');
  return Buffer.from(readSample(platform as PlatformName, name));
}

const receivedAt = '2026-11-21T12:00:00.000Z';

/** Returns a function that reads a platform's sample after a change of its text. */
export const readerOf =
  ({ name: platform, read }: PlatformAdapter) =>
  (
    name: string,
    change: (text: string) => string = (text) => text,
    headers: ReceivedNotice['headers'] = {},
  ): Reading =>
    read({
      headers,
      body: Buffer.from(change(sample(`${platform}/${name}`).toString())),
      receivedAt,
    });

type Change = readonly [from: string | RegExp, to: string];

/**
 * Returns a function that tests what a platform reads in a sample after changes of its text: a notice, or no notice for
 * a reason.
 */
export const testReadings =
  (platform: PlatformAdapter) =>
  (title: string, name: string, ...rest: [...changes: Change[], expected: object | string]) =>
    test(title, () => {
      const changes = rest.slice(0, -1) as Change[];
      const expected = rest.at(-1);
      const reading = readerOf(platform)(name, (text) =>
        changes.reduce((before, [from, to]) => {
          expect(before).toMatch(from);
          return before.replace(from, to);
        }, text),
      );
      if (typeof expected === 'string') expect(reading).toEqual({ ok: false, reason: expected });
      else expect(reading).toMatchObject({ ok: true, notice: expected });
    });

/** Returns a function that authenticates a notice that has arrived in full: by default, the platform's paid sample. */
export const authenticatorOf =
  (platform: PlatformAdapter) =>
  (
    { headers = {}, query = {}, body }: Partial<NoticeHead & { body: Uint8Array }>,
    secret = 'segredo',
  ) => {
    const { paid } = SIMULATORS[platform.name].samples;
    const authentication = platform.authenticate({ headers, query }, secret);
    return finishAuthentication(authentication, body ?? sample(`${platform.name}/${paid}`));
  };

const INVALID_AMOUNTS = [
  ...['1e999', '-1', '-149710', `1${'0'.repeat(400)}`, '"1.497"', '"mil"', 'true', '[1]', '{}'],
];

/**
 * Tests that no malformed notice of a platform becomes a payment, throws, or is parsed before it is authenticated.
 * @param amount how the paid sample writes its amount
 */
export function testHostileNotices(platform: PlatformAdapter, amount: string) {
  const { read, authenticate } = platform;
  const { paid } = SIMULATORS[platform.name].samples;
  const readSampleOf = readerOf(platform);
  const readBody = (text: string) => read({ headers: {}, body: Buffer.from(text), receivedAt });

  test('reads the paid sample as a payment of 1,497.10 reais', () => {
    expect(readSampleOf(paid)).toMatchObject({ ok: true, notice: { valueCents: 149_710 } });
  });

  test.each(INVALID_AMOUNTS)('refuses a payment of %s', (value) => {
    const reading = readSampleOf(paid, (text) =>
      text.replaceAll(amount, amount.replace(/"?[\d.]+"?/, value)),
    );
    expect(reading).toEqual({ ok: false, reason: 'value' });
  });

  test('refuses a payment without an amount', () => {
    const reading = readSampleOf(paid, (text) =>
      text
        .replaceAll(amount, '"x": 1'.concat(amount.endsWith(',') ? ',' : ''))
        .replace(/"(product_base_price|subtotalCents)": \d+/g, '"$1": null'),
    );
    expect(reading.ok).toBe(false);
  });

  test('refuses a payment in the future', () => {
    const reading = readSampleOf(paid, (text) =>
      text
        .replaceAll('2026-11-0', '2031-11-0')
        .replaceAll(/"(\w+_date)": 1\d{12}/g, '"$1": 1993732700000'),
    );
    expect(reading).toEqual({ ok: false, reason: 'future' });
  });

  test('reads no sale in a body that is broken, too deep or of another format', () => {
    const bodies = [
      ...['', '{', 'null', '[]', '"x"', '7', '1e999', '{"event":{"a":[]}}', '\u0000', 'a=b'],
      ...['['.repeat(260_000), `{"data":${'['.repeat(65)}${']'.repeat(65)}}`],
    ];
    for (const body of bodies) {
      const reading = readBody(body);
      expect(reading.ok && reading.notice.kind !== 'other').toBe(false);
    }
  });

  test('throws nothing when a field has another type', () => {
    const text = sample(`${platform.name}/${paid}`).toString();
    for (const [member, name] of text.matchAll(/"(\w+)": (?!\{|\[)[^\n]*?(?=,?\n)/g)) {
      for (const value of ['null', '7', '"\\u0000\\ud800"', '[[]]', '{"a":{}}', 'false']) {
        expect(() => readBody(text.replace(member, `"${name}": ${value}`))).not.toThrow();
      }
    }
  });

  test('never parses an unauthenticated body', () => {
    const body = Buffer.from('{"token":1}');
    const query = { signature: '0'.repeat(40), token: 'x' };
    const postback = { headers: { 'x-signature': '0'.repeat(64) }, query, body };
    const parse = vi.spyOn(JSON, 'parse');
    expect(finishAuthentication(authenticate(postback, 'secret'), body)).toBeNull();
    expect(parse).not.toHaveBeenCalled();
    parse.mockRestore();
  });
}
