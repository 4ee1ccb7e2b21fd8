import { UTM_FIELDS } from '@funil/contract/capture/utm';
import type { EventPayloads } from '@funil/contract/visits/event';
import {
  AT_SIGN_PATTERN,
  CLICK_ID_NAMES,
  CLICK_ID_PATTERN,
} from '@funil/contract/visits/tracked-events';

/** Holds the newest ad clicks, because a visitor may return without click ids in the address. */
export const AD_CLICKS_STORAGE_KEY = 'cliques_anuncio';

export function readArrival(address: URL, referrer: string): EventPayloads['session_start'] {
  const clickIds = CLICK_ID_NAMES.flatMap((name) => {
    const value = address.searchParams.get(name);
    return value ? [[name, value]] : [];
  });
  // Safari 16 lacks URL.canParse.
  const host = /^https?:\/\/([^/?#]+)/.exec(referrer)?.[1];
  const isOtherHost = host && host !== address.host;
  return { ...Object.fromEntries(clickIds), ...(isOtherHost && { referrer_host: host }) };
}

/** Returns an address with only its UTMs and click ids, except malformed ids and UTMs with an e-mail address. */
export function redactAddress({ origin, pathname, searchParams }: URL): string {
  const clickIdNames: readonly string[] = CLICK_ID_NAMES;
  const utmNames: readonly string[] = UTM_FIELDS;
  const safeParameters = [...searchParams].filter(([name, value]) =>
    clickIdNames.includes(name)
      ? CLICK_ID_PATTERN.test(value)
      : utmNames.includes(name) && !AT_SIGN_PATTERN.test(value),
  );
  const query = new URLSearchParams(safeParameters);
  return `${origin}${pathname}?${query}`.replace(/\?$/, '');
}

/** Returns an address with all parameters, except those that contain an e-mail address, and without its fragment. */
export function withoutEmails(href: string): string {
  const address = new URL(href);
  address.hash = '';
  for (const [name, value] of [...address.searchParams]) {
    if (AT_SIGN_PATTERN.test(name + value)) address.searchParams.delete(name);
  }
  return address.href;
}
