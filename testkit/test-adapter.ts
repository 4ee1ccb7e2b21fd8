import type { PlatformName } from '@funil/contract/sales/platforms';
import type { NoticeReading, ReceivedNotice } from '@funil/server/sales/notices/notice';
import {
  finishAuthentication,
  type NoticeHead,
  type PlatformAdapter,
} from '@funil/server/sales/platforms/authentication';
import { expect, test } from 'vitest';
import { readSample } from './simulate/platforms/simulator.ts';
import { SIMULATORS } from './simulate/platforms/simulators.ts';

/** Returns the bytes of a sample notice, such as `hotmart/approved`. */
export function sampleBytes(path: string): Buffer {
  const [platform, name = ''] = path.split('/');
  return Buffer.from(readSample(platform as PlatformName, name));
}

const receivedAt = '2026-11-21T12:00:00.000Z';

export const readerOf =
  ({ name: platform, read }: PlatformAdapter) =>
  (
    name: string,
    change: (text: string) => string = (text) => text,
    headers: ReceivedNotice['headers'] = {},
  ): NoticeReading =>
    read({
      headers,
      body: Buffer.from(change(sampleBytes(`${platform}/${name}`).toString())),
      receivedAt,
    });

type Change = readonly [from: string | RegExp, to: string];

/** The test changes the text of a sample and expects certain values, or the reason why the adapter reads none. */
export const readingTesterOf =
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

/** Returns a function that authenticates a notice whose body has arrived, by default the platform's paid sample. */
export const authenticatorOf =
  (platform: PlatformAdapter) =>
  (
    { headers = {}, query = {}, body }: Partial<NoticeHead & { body: Uint8Array }>,
    secret = 'segredo',
  ) => {
    const { paid } = SIMULATORS[platform.name].samples;
    const authentication = platform.authenticate({ headers, query }, secret);
    return finishAuthentication(authentication, body ?? sampleBytes(`${platform.name}/${paid}`));
  };
