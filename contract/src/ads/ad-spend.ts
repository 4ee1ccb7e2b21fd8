import type { Utms } from '../capture/utm.ts';
import { plainName } from './reported-utm.ts';

export const AD_NETWORKS = ['meta', 'google'] as const;
export type AdNetwork = (typeof AD_NETWORKS)[number];
export const AD_NETWORK_LABELS: Readonly<Record<AdNetwork, string>> = {
  meta: 'Meta Ads',
  google: 'Google Ads',
};

export const SPEND_GROUPS = ['ad', 'campaign', 'day'] as const;
export type SpendGroup = (typeof SPEND_GROUPS)[number];

/** A field is null if unknown, or if the row of spend covers several ads, sets or campaigns. */
export interface AdIdentity {
  readonly network: AdNetwork;
  readonly campaign_id: string | null;
  readonly campaign_name: string | null;
  readonly set_id: string | null;
  readonly set_name: string | null;
  readonly ad_id: string | null;
  readonly ad_name: string | null;
}

/** A campaign contains ad sets, and an ad set contains ads. */
export const AD_LEVELS = ['campaign', 'set', 'ad'] as const;
export type AdLevel = (typeof AD_LEVELS)[number];

/** A key is null if unknown, or if the row or origin covers several ads or sets. */
interface AdKeys {
  readonly network: AdNetwork;
  readonly campaign: string;
  readonly set: string | null;
  readonly ad: string | null;
}

/** The ad, ad set or campaign that the origin of a visit or sale belongs to. */
interface AdMatch extends AdKeys {
  /** The most precise level that is certain. */
  readonly level: AdLevel;
  readonly agreesIn: 'id' | 'name';
}

export interface AdMatcher {
  keysOf(identity: AdIdentity): AdKeys;
  /** Returns null if no stored spend belongs to the origin. */
  find(utms: Readonly<Partial<Utms>>): AdMatch | null;
}

/** A campaign, ad set or ad. The keys of the levels below it are null. */
interface AdObject {
  readonly level: AdLevel;
  readonly keys: AdKeys;
}

/**
 * Joins spend to the origins of visits, leads and sales:
 * - `utm_content` names the ad, `utm_term` or `utm_medium` the ad set, `utm_campaign` the campaign;
 * - an ad is found by the id after the last `|` (or the complete value), else by the name before the `|`,
 *   where only spaces around the name may differ;
 * - the name of an ad or ad set counts only if the origin's campaign is known or empty;
 * - an origin whose ad is unclear belongs to its ad set, else to its campaign.
 * A row without ids belongs to the campaign, ad set or ad with an id that has the same names, if exactly one has them.
 */
export function createAdMatcher(identities: Iterable<AdIdentity>): AdMatcher {
  const index = indexAds([...identities]);
  return {
    keysOf: index.keysOf,
    find({ utm_campaign, utm_medium, utm_term, utm_content }) {
      const campaign = findAdObject(index, 'campaign', utm_campaign, []);
      const inCampaign = campaign ? [campaign.object] : [];
      // If the campaign is unknown, a match by name is dropped, because several campaigns may have an ad of the same
      // name.
      const isOfUnknownCampaign = campaign === null && Boolean(utm_campaign?.trim());
      const dropUncertain = (match: AdObjectMatch | null) =>
        match !== null && !(isOfUnknownCampaign && match.agreesIn === 'name') ? match : null;
      const set = dropUncertain(
        findAdObject(index, 'set', utm_term, inCampaign) ??
          findAdObject(index, 'set', utm_medium, inCampaign),
      );
      const ad = dropUncertain(
        findAdObject(index, 'ad', utm_content, set ? [set.object] : inCampaign),
      );
      const match = ad ?? set ?? campaign;
      return match && { level: match.object.level, agreesIn: match.agreesIn, ...match.object.keys };
    },
  };
}

type AdObjectIndex = ReturnType<typeof createAdObjectIndex>;

function createAdObjectIndex() {
  const objectsByText = new Map<string, Map<string | null, AdObject>>();
  return {
    add(text: string, object: AdObject) {
      const objectsByKey = objectsByText.get(text) ?? new Map<string | null, AdObject>();
      objectsByText.set(text, objectsByKey.set(objectKey(object), object));
    },
    get: (text: string): readonly AdObject[] => [...(objectsByText.get(text)?.values() ?? [])],
  };
}

interface AdIndex extends Pick<AdMatcher, 'keysOf'> {
  readonly byId: AdObjectIndex;
  readonly byName: AdObjectIndex;
}

function indexAds(identities: readonly AdIdentity[]): AdIndex {
  const keysByIdentity = new Map<string, AdKeys>();
  const byId = createAdObjectIndex();
  const byName = createAdObjectIndex();
  const identifiedByNames = createAdObjectIndex();

  const keyAt = (level: AdLevel, identity: AdIdentity): string | null => {
    const { id, name } = idAndNameAt(level, identity);
    if (id !== null) return `${identity.network} ${level} ${id}`;
    if (name === null) return null;
    const names = namesKeyDownTo(level, identity);
    const [match, secondMatch] = identifiedByNames.get(names);
    const key = match && !secondMatch ? match.keys[level] : null;
    return key ?? names;
  };
  const makeKeys = (identity: AdIdentity): AdKeys => ({
    network: identity.network,
    campaign: keyAt('campaign', identity) ?? `${identity.network} campaign`,
    set: keyAt('set', identity),
    ad: keyAt('ad', identity),
  });
  function add(identity: AdIdentity) {
    const keys = makeKeys(identity);
    keysByIdentity.set(identityKey(identity), keys);
    for (const level of AD_LEVELS) {
      const object = objectAt(level, keys);
      if (!object) continue;
      const { id, name } = idAndNameAt(level, identity);
      if (id !== null) {
        byId.add(`${level} ${id}`, object);
        identifiedByNames.add(namesKeyDownTo(level, identity), object);
      }
      if (name !== null) byName.add(`${level} ${plainName(name)}`, object);
    }
  }

  // Rows without an id are added last, because their names are looked up among the rows with an id.
  for (const identity of identities.filter(isIdentified)) add(identity);
  for (const identity of identities) if (!isIdentified(identity)) add(identity);
  const keysOf = (identity: AdIdentity) =>
    keysByIdentity.get(identityKey(identity)) ?? makeKeys(identity);
  return { keysOf, byId, byName };
}

interface AdObjectMatch extends Pick<AdMatch, 'agreesIn'> {
  readonly object: AdObject;
}

/**
 * Returns the only campaign, ad set or ad that a value names; null if the value names none or several. Only names
 * inside the campaign or ad set `within` count.
 */
function findAdObject(
  { byId, byName }: AdIndex,
  level: AdLevel,
  value: string | undefined,
  within: readonly AdObject[],
): AdObjectMatch | null {
  if (!value?.trim()) return null;
  for (const { id, names } of listDecodings(value).map(splitIdAndNames)) {
    const [sameId, otherId] = byId.get(`${level} ${id}`);
    if (sameId && !otherId) return { object: sameId, agreesIn: 'id' };
    for (const name of names) {
      const [sameName, otherName] = byName
        .get(`${level} ${name}`)
        .filter(({ keys }) => within.every((outer) => keys[outer.level] === objectKey(outer)));
      if (sameName && !otherName) return { object: sameName, agreesIn: 'name' };
    }
  }
  return null;
}

const MAX_URL_DECODINGS = 3;

/** Returns the value and its decodings, because some tools encode a link twice or three times. */
function listDecodings(value: string): string[] {
  const texts = [value];
  try {
    for (const text of texts) {
      const decoded = decodeURIComponent(text);
      if (decoded !== text && texts.length <= MAX_URL_DECODINGS) texts.push(decoded);
    }
  } catch {
    // A percent sign that belongs to the name cannot be decoded. The list already has the text with this sign.
  }
  return value.includes('+')
    ? [...texts, ...texts.map((text) => text.replaceAll('+', ' '))]
    : texts;
}

const objectKey = ({ level, keys }: AdObject): string | null => keys[level];

function objectAt(level: AdLevel, keys: AdKeys): AdObject | null {
  if (keys[level] === null) return null;
  const isWithin = (inner: AdLevel) => AD_LEVELS.indexOf(inner) <= AD_LEVELS.indexOf(level);
  return {
    level,
    keys: { ...keys, set: isWithin('set') ? keys.set : null, ad: isWithin('ad') ? keys.ad : null },
  };
}

const idAndNameAt = (level: AdLevel, ad: AdIdentity) => ({
  id: { campaign: ad.campaign_id, set: ad.set_id, ad: ad.ad_id }[level],
  name: { campaign: ad.campaign_name, set: ad.set_name, ad: ad.ad_name }[level],
});

/** True if the row has an id at each level at which it has a name. */
const isIdentified = (identity: AdIdentity): boolean =>
  AD_LEVELS.every((level) => {
    const { id, name } = idAndNameAt(level, identity);
    return id !== null || name === null;
  });

const namesKeyDownTo = (level: AdLevel, ad: AdIdentity): string =>
  JSON.stringify([
    ad.network,
    ...AD_LEVELS.slice(0, AD_LEVELS.indexOf(level) + 1).map((outer) =>
      plainName(idAndNameAt(outer, ad).name ?? ''),
    ),
  ]);

const identityKey = (ad: AdIdentity): string =>
  JSON.stringify([
    ad.network,
    ...AD_LEVELS.flatMap((level) => Object.values(idAndNameAt(level, ad))),
  ]);

/** Returns the id and the possible names in a value; two names are possible, because a name may contain `|` itself. */
function splitIdAndNames(text: string): { id: string; names: readonly string[] } {
  const value = plainName(text);
  const bar = value.lastIndexOf('|');
  const id = value.slice(bar + 1).trim();
  return { id, names: bar < 0 ? [id] : [value.slice(0, bar).trim(), value] };
}
