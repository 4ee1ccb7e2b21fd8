import { UTM_FIELDS } from '@funil/contract/utm';
import type { EventPayloads } from '@funil/contract/visits/event';
import { AT_SIGN, CLICK_ID, CLICK_IDS } from '@funil/contract/visits/tracked-events';

/** Holds the newest ad clicks, because a visitor may return without click ids in the address. */
export const AD_CLICKS_STORAGE_KEY = 'cliques_anuncio';

/** Returns the ad networks' click ids and the referring host. */
export function readArrival(address: URL, referrer: string): EventPayloads['session_start'] {
  const ids = CLICK_IDS.flatMap((name) => {
    const value = address.searchParams.get(name);
    return value ? [[name, value]] : [];
  });
  // Safari 16 lacks URL.canParse.
  const host = /^https?:\/\/([^/?#]+)/.exec(referrer)?.[1];
  const isOtherHost = host && host !== address.host;
  return { ...Object.fromEntries(ids), ...(isOtherHost && { referrer_host: host }) };
}

/** Returns an address without broken click ids, e-mail addresses, and unknown parameters, which may be personal. */
export function describeLocation({ origin, pathname, searchParams }: URL): string {
  const clickIds: readonly string[] = CLICK_IDS;
  const utms: readonly string[] = UTM_FIELDS;
  const safe = [...searchParams].filter(([name, value]) =>
    clickIds.includes(name) ? CLICK_ID.test(value) : utms.includes(name) && !AT_SIGN.test(value),
  );
  const query = new URLSearchParams(safe);
  return `${origin}${pathname}?${query}`.replace(/\?$/, '');
}

/** Returns an address with all parameters, except those that contain an e-mail address, and without its fragment. */
export function withoutEmails(href: string): string {
  const address = new URL(href);
  address.hash = '';
  for (const [name, value] of [...address.searchParams]) {
    if (AT_SIGN.test(name + value)) address.searchParams.delete(name);
  }
  return address.href;
}
