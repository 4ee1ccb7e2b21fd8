import {
  AD_LEVELS,
  type AdIdentity,
  type AdLevel,
  createAdMatcher,
} from '@funil/contract/ads/ad-spend';
import type { CreativeOrigin } from '@funil/contract/ads/origin-levels';
import { UNFILLED_UTM } from '@funil/contract/ads/reported-utm';
import { compareTexts } from '@funil/contract/characters';
import type { DailySpend, SpendAmounts } from '../ads/read-spend.ts';
import { getOrAdd } from './get-or-add.ts';
import { creativeKey } from './origin-rows.ts';

/** `creative` is null if no origin matches the ad. */
export interface CreativeSpend extends SpendAmounts {
  readonly day: string;
  readonly creative: CreativeOrigin | null;
}

interface SpendOfAds {
  /** Ads by the `line` that `days` refers to. */
  readonly lines: ReadonlyMap<string, AdIdentity>;
  readonly days: readonly DailySpend[];
}

/** A creative has 0 visits if it was seen only in other periods. */
export type KnownOrigin = Readonly<CreativeOrigin> & { readonly visits: number };

interface CreativeShare {
  readonly creative: CreativeOrigin;
  visits: number;
}

/**
 * Divides an ad's spend and cost among the creatives whose UTMs match it, by their visits. If none matches, the match
 * by ad set counts, or else by campaign.
 */
export function* joinSpend(
  { lines, days }: SpendOfAds,
  origins: Iterable<KnownOrigin>,
): Generator<CreativeSpend> {
  const adMatcher = createAdMatcher(lines.values());
  const sharesByKey = groupShares(adMatcher, origins);
  const findShares = (ad: AdIdentity): CreativeShare[] | null => {
    const keys = adMatcher.keysOf(ad);
    for (const key of [keys.ad, keys.set, keys.campaign]) {
      // Matches by id come first, because an origin with only the ad's name may be an e-mail campaign of the same name.
      const shares = sharesByKey.get(`id ${key}`) ?? sharesByKey.get(`name ${key}`);
      if (shares) return [...shares.values()].sort(compareByVisits);
    }
    return null;
  };
  const sharesByLine = new Map([...lines].map(([line, ad]) => [line, findShares(ad)]));
  for (const { line, day, ...amounts } of days) {
    const shares = sharesByLine.get(line);
    if (shares) for (const part of divideByVisits(amounts, shares)) yield { day, ...part };
    else yield { day, creative: null, ...amounts };
  }
}

function groupShares(
  adMatcher: ReturnType<typeof createAdMatcher>,
  origins: Iterable<KnownOrigin>,
): Map<string, Map<string, CreativeShare>> {
  const sharesByKey = new Map<string, Map<string, CreativeShare>>();
  for (const { source, medium, campaign, content, visits } of origins) {
    const creative = { source, medium, campaign, content };
    const adMatch = adMatcher.find({
      utm_medium: unlessUnfilled(medium),
      utm_campaign: unlessUnfilled(campaign),
      utm_content: unlessUnfilled(content),
    });
    if (!adMatch) continue;
    const creatives: Record<AdLevel, CreativeOrigin> = {
      ad: creative,
      set: { source, medium, campaign, content: '' },
      campaign: { source, medium: '', campaign, content: '' },
    };
    for (const level of AD_LEVELS) {
      const key = adMatch[level];
      if (key === null) continue;
      const shares = getOrAdd(
        sharesByKey,
        `${adMatch.agreesIn} ${key}`,
        () => new Map<string, CreativeShare>(),
      );
      const originShare = getOrAdd(shares, creativeKey(creatives[level]), () => ({
        creative: creatives[level],
        visits: 0,
      }));
      originShare.visits += visits;
    }
  }
  return sharesByKey;
}

const unlessUnfilled = (utm: string): string => (utm === UNFILLED_UTM ? '' : utm);

const compareByVisits = (a: CreativeShare, b: CreativeShare) =>
  b.visits - a.visits || compareTexts(creativeKey(a.creative), creativeKey(b.creative));

function divideByVisits(
  { spend_cents, cost_cents }: SpendAmounts,
  shares: readonly CreativeShare[],
) {
  const visits = shares.reduce((sum, originShare) => sum + originShare.visits, 0);
  const divideCents = (cents: number) => {
    const [, ...others] = shares.map((originShare) =>
      Math.floor(visits === 0 ? cents / shares.length : (cents * originShare.visits) / visits),
    );
    return [others.reduce((rest, part) => rest - part, cents), ...others];
  };
  const costs = divideCents(cost_cents);
  return divideCents(spend_cents).flatMap((spend, index) => {
    const [creative, cost = 0] = [shares[index]?.creative, costs[index]];
    return creative && cost > 0 ? [{ creative, spend_cents: spend, cost_cents: cost }] : [];
  });
}
