import type { Utms } from '../utm.ts';

export const AD_NETWORKS = ['meta', 'google'] as const;
export type AdNetwork = (typeof AD_NETWORKS)[number];
export const AD_NETWORK_LABELS: Readonly<Record<AdNetwork, string>> = {
  meta: 'Meta Ads',
  google: 'Google Ads',
};

/** The rows of a list of spend: one for each ad, campaign or day. */
export const SPEND_GROUPS = ['ad', 'campaign', 'day'] as const;
export type SpendGroup = (typeof SPEND_GROUPS)[number];

/** Names and ids of a row of spend. Null: unknown, or the row is of no single ad, ad set or campaign. */
export interface AdIdentity {
  readonly network: AdNetwork;
  readonly campaignId: string | null;
  readonly campaignName: string | null;
  readonly setId: string | null;
  readonly setName: string | null;
  readonly adId: string | null;
  readonly adName: string | null;
}

export type AdLevel = 'campaign' | 'set' | 'ad';
/** A campaign contains ad sets, an ad set contains ads. */
export const AD_LEVELS = ['campaign', 'set', 'ad'] as const;

/** Keys of an ad, its ad set and its campaign, for grouping. Null: the row or origin is of no single one. */
export interface AdKeys {
  readonly network: AdNetwork;
  readonly campaign: string;
  readonly set: string | null;
  readonly ad: string | null;
}

/** An ad of which the origin of a visit or sale is. */
export interface AdMatch extends AdKeys {
  /** The most precise level that is certain. */
  readonly level: AdLevel;
  /** Whether the ids or the names of that level agreed. */
  readonly by: 'id' | 'name';
}

/** The join of spend to origins. */
export interface AdJoin {
  /** Returns the keys of a row of spend that the join was made from. */
  keysOf(identity: AdIdentity): AdKeys;
  /** Returns the ad, ad set or campaign that an origin belongs to; null: no spend belongs to it. */
  find(utms: Readonly<Partial<Utms>>): AdMatch | null;
}

/** A campaign, an ad set with its campaign, or an ad with both. */
interface AdPlace {
  readonly level: AdLevel;
  readonly keys: AdKeys;
}

/**
 * Joins spend to the origins of visits, leads and sales:
 * - `utm_content` names the ad, `utm_term` or `utm_medium` the ad set, `utm_campaign` the campaign;
 * - an ad is found by the id after the last `|` (or the complete value), else by the name before it; only spaces around it may differ;
 * - the name of an ad or ad set counts only if the origin's campaign is known or empty;
 * - a name of several ads is looked up within the ad set and campaign that are known; the origin belongs to the most
 *   precise level at which one place remains.
 *
 * A row without ids belongs to the place with an id that has the same names, if there is exactly one.
 */
export function joinAds(identities: Iterable<AdIdentity>): AdJoin {
  const known = new Map<string, AdKeys>();
  const byId = createIndex();
  const byName = createIndex();
  /** Places with an id, by their own name and the names of the ad set and campaign that contain them. */
  const identifiedByNames = createIndex();
  const withoutId: AdIdentity[] = [];

  function add(identity: AdIdentity, keys: AdKeys) {
    known.set(identityKey(identity), keys);
    for (const level of AD_LEVELS) {
      const place = placeAt(level, keys);
      if (!place) continue;
      const { id, name } = partAt(level, identity);
      if (id !== null) {
        byId.add(`${level} ${id}`, place);
        identifiedByNames.add(namesDownTo(level, identity), place);
      }
      if (name !== null) byName.add(`${level} ${name.trim()}`, place);
    }
  }
  const keyAt = (level: AdLevel, identity: AdIdentity): string | null => {
    const { id, name } = partAt(level, identity);
    if (id !== null) return `${identity.network} ${level} ${id}`;
    if (name === null) return null;
    const names = namesDownTo(level, identity);
    const [only, other] = identifiedByNames.get(names);
    const place = only && !other ? only.keys[level] : null;
    return place ?? names;
  };
  const makeKeys = (identity: AdIdentity): AdKeys => ({
    network: identity.network,
    campaign: keyAt('campaign', identity) ?? `${identity.network} campaign`,
    set: keyAt('set', identity),
    ad: keyAt('ad', identity),
  });

  for (const identity of identities) {
    const isComplete = AD_LEVELS.every((level) => {
      const { id, name } = partAt(level, identity);
      return id !== null || name === null;
    });
    if (isComplete) add(identity, makeKeys(identity));
    else withoutId.push(identity);
  }
  for (const identity of withoutId) add(identity, makeKeys(identity));

  /** Returns the one place of a level that a value names within the known wholes. */
  function findPlace(level: AdLevel, value: string | undefined, within: readonly AdPlace[]) {
    if (!value?.trim()) return null;
    const { id, names } = readValue(value);
    const [sameId, otherId] = byId.get(`${level} ${id}`);
    if (sameId && !otherId) return { place: sameId, by: 'id' as const };
    for (const name of names) {
      const places = byName
        .get(`${level} ${name}`)
        .filter(({ keys }) => within.every((whole) => keys[whole.level] === keyOf(whole)));
      const [sameName, other] = places;
      if (sameName && !other) return { place: sameName, by: 'name' as const };
    }
    return null;
  }

  return {
    keysOf: (identity) => known.get(identityKey(identity)) ?? makeKeys(identity),
    find({ utm_campaign, utm_medium, utm_term, utm_content }) {
      const campaign = findPlace('campaign', utm_campaign, []);
      const inCampaign = campaign ? [campaign.place] : [];
      // An origin of another campaign may have a creative of the same name.
      const isOfUnknownCampaign = campaign === null && Boolean(utm_campaign?.trim());
      const isCertain = (match: ReturnType<typeof findPlace>) =>
        match !== null && !(isOfUnknownCampaign && match.by === 'name') ? match : null;
      const set = isCertain(
        findPlace('set', utm_term, inCampaign) ?? findPlace('set', utm_medium, inCampaign),
      );
      const ad = isCertain(findPlace('ad', utm_content, set ? [set.place] : inCampaign));
      const found = ad ?? set ?? campaign;
      return found && { level: found.place.level, by: found.by, ...found.place.keys };
    },
  };
}

/** Places by a text; each place once. */
function createIndex() {
  const places = new Map<string, Map<string | null, AdPlace>>();
  return {
    add(text: string, place: AdPlace) {
      const byKey = places.get(text) ?? new Map<string | null, AdPlace>();
      places.set(text, byKey.set(keyOf(place), place));
    },
    get: (text: string): readonly AdPlace[] => [...(places.get(text)?.values() ?? [])],
  };
}

const keyOf = ({ level, keys }: AdPlace): string | null => keys[level];

function placeAt(level: AdLevel, keys: AdKeys): AdPlace | null {
  if (keys[level] === null) return null;
  const isWithin = (part: AdLevel) => AD_LEVELS.indexOf(part) <= AD_LEVELS.indexOf(level);
  return {
    level,
    keys: {
      ...keys,
      set: isWithin('set') ? keys.set : null,
      ad: isWithin('ad') ? keys.ad : null,
    },
  };
}

const partAt = (level: AdLevel, ad: AdIdentity) => ({
  id: { campaign: ad.campaignId, set: ad.setId, ad: ad.adId }[level],
  name: { campaign: ad.campaignName, set: ad.setName, ad: ad.adName }[level],
});

const namesDownTo = (level: AdLevel, ad: AdIdentity): string =>
  JSON.stringify([
    ad.network,
    ...AD_LEVELS.slice(0, AD_LEVELS.indexOf(level) + 1).map((one) => partAt(one, ad).name?.trim()),
  ]);

const identityKey = (ad: AdIdentity): string =>
  JSON.stringify([ad.network, ...AD_LEVELS.flatMap((level) => Object.values(partAt(level, ad)))]);

/** Returns the id and the possible names in a parameter's value: a name may contain `|` itself. */
function readValue(value: string): { id: string; names: readonly string[] } {
  const bar = value.lastIndexOf('|');
  const id = value.slice(bar + 1).trim();
  return { id, names: bar < 0 ? [id] : [value.slice(0, bar).trim(), value.trim()] };
}
