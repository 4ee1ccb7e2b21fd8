import { type AdIdentity, type AdLevel, joinAds } from '@funil/contract/ad-spend';
import type { DailyCost } from '../spend/read-spend.ts';
import { type Creative, creativeKey } from './model.ts';
import type { SpendRow } from './sum-sales.ts';

interface Spend {
  /** The ads, by line. */
  readonly lines: ReadonlyMap<string, AdIdentity>;
  readonly costs: readonly DailyCost[];
}

/** An origin of the report, or of earlier visits (0 visits). */
export type KnownOrigin = Readonly<Creative> & { readonly visits: number };

interface Share {
  readonly creative: Creative;
  readonly visits: number;
}

/**
 * Assigns the cost of ads to origins: an ad's to the creatives that name it, by their visits; else to the ad set or the
 * campaign that an origin names, without a creative. The sum of the rows is the sum of the costs, to the centavo.
 */
export function* joinSpend(
  { lines, costs }: Spend,
  origins: Iterable<KnownOrigin>,
): Generator<SpendRow> {
  const join = joinAds(lines.values());
  const byPlace = new Map<string, Share[]>();
  for (const { source, medium, campaign, content, visits } of origins) {
    const creative = { source, medium, campaign, content };
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
  const sharesOf = new Map<string, readonly Share[] | undefined>();
  for (const [line, ad] of lines) {
    const keys = join.keysOf(ad);
    const shares = [keys.ad, keys.set, keys.campaign].map((key) => byPlace.get(key ?? ''));
    sharesOf.set(
      line,
      shares.find((found) => found !== undefined),
    );
  }
  for (const { line, day, cents } of costs) {
    const shares = sharesOf.get(line);
    if (shares) for (const part of divide(cents, shares)) yield { day, ...part };
    else yield { day, creative: null, cents };
  }
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
