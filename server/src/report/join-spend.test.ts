import type { AdIdentity } from '@funil/contract/ads/ad-spend';
import { sumRows } from '@funil/contract/report/origins';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeAd } from '../../../testkit/make-ad.ts';
import type { SpendAmounts } from '../ads/read-spend.ts';
import { joinSpend, type KnownOrigin } from './join-spend.ts';

const day = '2026-03-10';
const creative = (content: string, source = 'ig') => ({
  source,
  medium: 'Público frio|11',
  campaign: 'Lançamento|1',
  content,
});

/** Joins the spend and the cost of ads to origins. */
function join(
  ads: readonly (SpendAmounts & { ad: AdIdentity })[],
  origins: readonly KnownOrigin[],
) {
  const lines = new Map(ads.map(({ ad }, index) => [String(index), ad]));
  const days = ads.map(({ ad: _, ...amounts }, index) => ({
    line: String(index),
    day,
    ...amounts,
  }));
  return [...joinSpend({ lines, days }, origins)];
}
const spent = (spend_cents: number, cost_cents: number) => ({ spend_cents, cost_cents });

test('joins an ad by name to a link whose campaign and set the network did not fill in', () => {
  const unfilled = 'não preenchido pela rede';
  const origin = { ...creative('Vídeo 1'), campaign: unfilled, medium: unfilled };
  const rows = join([{ ad: makeAd(), ...spent(100, 114) }], [{ ...origin, visits: 1 }]);
  expect(rows).toMatchObject([{ creative: origin, spend_cents: 100 }]);
});

test('divides the spend and the cost of an ad by the visits of the origins that name it', () => {
  const rows = join(
    [{ ad: makeAd(), ...spent(100, 114) }],
    [
      { ...creative('Vídeo 1|111', 'fb'), visits: 1 },
      { ...creative('Vídeo 1|111'), visits: 2 },
    ],
  );
  expect(rows).toEqual([
    { day, creative: creative('Vídeo 1|111'), ...spent(67, 76) },
    { day, creative: creative('Vídeo 1|111', 'fb'), ...spent(33, 38) },
  ]);
});

test('assigns an ad’s spend to origins with its id rather than to origins with its name', () => {
  const email = {
    source: 'email',
    medium: 'newsletter',
    campaign: 'Lançamento',
    content: 'Vídeo 1',
  };
  const rows = join(
    [{ ad: makeAd(), ...spent(100, 100) }],
    [
      { ...email, visits: 900 },
      { ...creative('Vídeo 1|111'), visits: 1 },
    ],
  );
  expect(rows).toEqual([{ day, creative: creative('Vídeo 1|111'), ...spent(100, 100) }]);
  expect(join([{ ad: makeAd(), ...spent(7, 7) }], [{ ...email, visits: 1 }])).toEqual([
    { day, creative: email, ...spent(7, 7) },
  ]);
});

test('assigns the spend of an ad without visits to its ad set, else to its campaign', () => {
  const origins = [{ ...creative('Vídeo 1|111'), visits: 2 }];
  const costs = [
    { ad: makeAd({ ad_id: '112', ad_name: 'Foto' }), ...spent(5, 5) },
    {
      ad: makeAd({ set_id: '12', set_name: 'Quente', ad_id: '121', ad_name: 'Foto' }),
      ...spent(7, 7),
    },
    {
      ad: makeAd({ campaign_id: '2', campaign_name: 'Outra', set_id: '21', ad_id: '211' }),
      ...spent(9, 9),
    },
  ];
  expect(join(costs, origins)).toEqual([
    { day, creative: creative(''), ...spent(5, 5) },
    { day, creative: { ...creative(''), medium: '' }, ...spent(7, 7) },
    { day, creative: null, ...spent(9, 9) },
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
      ad: fc.constantFrom(
        makeAd(),
        makeAd({ ad_id: '112' }),
        makeAd({ ad_id: null, ad_name: null }),
      ),
      spend_cents: fc.nat(100_000_000_000),
      tax: fc.nat(100_000_000_000),
    }),
    { maxLength: 8 },
  );
  const total = (rows: readonly SpendAmounts[]) => sumRows<SpendAmounts>(spent(0, 0), rows);
  fc.assert(
    fc.property(costs, origins, (taxed, known) => {
      const ads = taxed.map(({ ad, spend_cents, tax }) => ({
        ad,
        ...spent(spend_cents, spend_cents + tax),
      }));
      expect(total(join(ads, known))).toEqual(total(ads));
    }),
  );
});
