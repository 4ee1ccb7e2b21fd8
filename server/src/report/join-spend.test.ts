import type { AdIdentity } from '@funil/contract/ad-spend';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { joinSpend, type KnownOrigin } from './join-spend.ts';

const ad = (changes: Partial<AdIdentity> = {}): AdIdentity => ({
  network: 'meta',
  campaignId: '1',
  campaignName: 'Lançamento',
  setId: '11',
  setName: 'Público frio',
  adId: '111',
  adName: 'Vídeo 1',
  ...changes,
});
const day = '2026-03-10';
const creative = (content: string, source = 'ig') => ({
  source,
  medium: 'Público frio|11',
  campaign: 'Lançamento|1',
  content,
});

/** Joins costs in centavos to origins. */
function join(
  costs: readonly { ad: AdIdentity; cents: number }[],
  origins: readonly KnownOrigin[],
) {
  const lines = new Map(costs.map(({ ad }, index) => [String(index), ad]));
  const daily = costs.map(({ cents }, index) => ({ line: String(index), day, cents }));
  return [...joinSpend({ lines, costs: daily }, origins)];
}

test('divides the spend of an ad by the visits of the origins that name it', () => {
  const rows = join(
    [{ ad: ad(), cents: 100 }],
    [
      { ...creative('Vídeo 1|111', 'fb'), visits: 1 },
      { ...creative('Vídeo 1|111'), visits: 2 },
    ],
  );
  expect(rows).toEqual([
    { day, creative: creative('Vídeo 1|111'), cents: 67 },
    { day, creative: creative('Vídeo 1|111', 'fb'), cents: 33 },
  ]);
});

test('gives an ad’s spend to origins with its id before those with its name', () => {
  const email = {
    source: 'email',
    medium: 'newsletter',
    campaign: 'Lançamento',
    content: 'Vídeo 1',
  };
  const rows = join(
    [{ ad: ad(), cents: 100 }],
    [
      { ...email, visits: 900 },
      { ...creative('Vídeo 1|111'), visits: 1 },
    ],
  );
  expect(rows).toEqual([{ day, creative: creative('Vídeo 1|111'), cents: 100 }]);
  expect(join([{ ad: ad(), cents: 7 }], [{ ...email, visits: 1 }])).toEqual([
    { day, creative: email, cents: 7 },
  ]);
});

test('leaves the spend of an ad without visits in its ad set, then in its campaign', () => {
  const origins = [{ ...creative('Vídeo 1|111'), visits: 2 }];
  const costs = [
    { ad: ad({ adId: '112', adName: 'Foto' }), cents: 5 },
    { ad: ad({ setId: '12', setName: 'Quente', adId: '121', adName: 'Foto' }), cents: 7 },
    { ad: ad({ campaignId: '2', campaignName: 'Outra', setId: '21', adId: '211' }), cents: 9 },
  ];
  expect(join(costs, origins)).toEqual([
    { day, creative: creative(''), cents: 5 },
    { day, creative: { ...creative(''), medium: '' }, cents: 7 },
    { day, creative: null, cents: 9 },
  ]);
});

test('loses no centavo', () => {
  const origins = fc.array(
    fc.record({
      source: fc.constantFrom('ig', 'fb', ''),
      medium: fc.constantFrom('Público frio|11', 'x'),
      campaign: fc.constantFrom('Lançamento|1', ''),
      content: fc.constantFrom('Vídeo 1|111', '112', ''),
      visits: fc.nat(1_000_000),
    }),
    { maxLength: 8 },
  );
  const costs = fc.array(
    fc.record({
      ad: fc.constantFrom(ad(), ad({ adId: '112' }), ad({ adId: null, adName: null })),
      cents: fc.nat(100_000_000_000),
    }),
    { maxLength: 8 },
  );
  const total = (rows: readonly { cents: number }[]) =>
    rows.reduce((sum, { cents }) => sum + cents, 0);
  fc.assert(
    fc.property(costs, origins, (ads, known) => {
      expect(total(join(ads, known))).toBe(total(ads));
    }),
  );
});
