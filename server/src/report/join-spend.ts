import { type AdIdentity, type AdLevel, joinAds } from '@funil/contract/ad-spend';
import { type Creative, creativeKey } from './model.ts';
import type { SpendRow } from './sum-sales.ts';

/** The cost of an ad on a day, in centavos with tax. */
export interface AdCost {
  readonly ad: AdIdentity;
  readonly day: string;
  readonly cents: number;
}

/** An origin that visits, leads or sales of the report have, or had earlier (0 visits). */
export interface KnownOrigin extends Creative {
  readonly visits: number;
}

interface Share {
  readonly creative: Creative;
  readonly visits: number;
}

/**
 * Assigns the cost of ads to origins: an ad's to the creatives that name it, by their visits; else to the ad set or the
 * campaign that an origin names, without a creative. The sum of the rows is the sum of the costs, to the centavo.
 */
export function joinSpend(costs: readonly AdCost[], origins: readonly KnownOrigin[]): SpendRow[] {
  const join = joinAds(costs.map(({ ad }) => ad));
  const byPlace = new Map<string, Share[]>();
  for (const { visits, ...creative } of origins) {
    const { source, medium, campaign, content } = creative;
    const place = join.find({ utm_medium: medium, utm_campaign: campaign, utm_content: content });
    if (!place) continue;
    const shares: Record<AdLevel, Creative> = {
      ad: creative,
      set: { source, medium, campaign, content: '' },
      campaign: { source, medium: '', campaign, content: '' },
    };
    for (const level of ['campaign', 'set', 'ad'] as const) {
      const key = place[level];
      if (key === null) continue;
      addShare(byPlace, key, { creative: shares[level], visits });
    }
  }
  for (const shares of byPlace.values()) shares.sort(byVisits);
  return costs.flatMap(({ ad, day, cents }): SpendRow[] => {
    const keys = join.keysOf(ad);
    const shares = [keys.ad, keys.set, keys.campaign]
      .map((key) => (key === null ? undefined : byPlace.get(key)))
      .find((found) => found !== undefined);
    if (!shares) return [{ day, creative: null, cents }];
    return divide(cents, shares).map((row) => ({ day, ...row }));
  });
}

const byVisits = (a: Share, b: Share) =>
  b.visits - a.visits || (creativeKey(a.creative) < creativeKey(b.creative) ? -1 : 1);

function addShare(byPlace: Map<string, Share[]>, place: string, share: Share) {
  const shares = byPlace.get(place) ?? [];
  const key = creativeKey(share.creative);
  const index = shares.findIndex(({ creative }) => creativeKey(creative) === key);
  const known = shares[index];
  if (known) shares[index] = { ...known, visits: known.visits + share.visits };
  else shares.push(share);
  byPlace.set(place, shares);
}

/** Divides an amount by visits, equally without any; the centavos that remain go to the first by visits and name. */
function divide(cents: number, shares: readonly Share[]) {
  const visits = shares.reduce((sum, share) => sum + share.visits, 0);
  const parts = shares.map(({ creative, visits: own }) => ({
    creative,
    cents: Math.floor(visits === 0 ? cents / shares.length : (cents * own) / visits),
  }));
  const rest = cents - parts.reduce((sum, part) => sum + part.cents, 0);
  const [first, ...others] = parts;
  return first ? [{ ...first, cents: first.cents + rest }, ...others] : [];
}
