import { DAY_MS, HOUR_MS } from '@funil/contract/durations';
import { PLATFORM_NAMES, type PlatformName } from '@funil/contract/sales/platforms';
import { ADAPTERS } from '@funil/server/sales/platforms/adapters';
import { finishAuthentication } from '@funil/server/sales/platforms/authentication';
import { expect, test } from 'vitest';
import { createSalePlanner } from '../plan-sale.ts';
import { createRandom } from '../random.ts';
import { createPeople } from '../visitors.ts';
import type { PlannedNotice } from './simulator.ts';
import { SIMULATORS, writeNotice } from './simulators.ts';

const NOW = Date.parse('2026-11-21T15:20:30.400Z');
const SECRET = 'segredo-de-teste';

/** Returns the notices of a thousand simulated sales of one platform. */
function noticesOf(platform: PlatformName): PlannedNotice[] {
  const random = { behavior: createRandom(3), identity: createRandom(4) };
  const people = createPeople(random.identity);
  const planSale = createSalePlanner({ random, people, platforms: [platform], until: NOW });
  return Array.from({ length: 1000 }, (_, index) => {
    const at = NOW - random.behavior.between(HOUR_MS, 30 * DAY_MS);
    return planSale({ buyer: people.makePerson(), owner: null, at, isCart: index % 7 === 0 });
  }).flatMap((sales) => sales.flatMap(({ notices }) => notices));
}

const isProven = (notice: PlannedNotice, secret: string): boolean => {
  const written = writeNotice(notice, SECRET);
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
      expect(writeNotice(notice, SECRET)).toEqual(writeNotice(notice, SECRET));
    }
  },
);
