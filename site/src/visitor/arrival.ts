import { CLICK_IDS, type EventPayloads } from '@funil/contract/tracked-events';
import { UTM_FIELDS } from '@funil/contract/utm';

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

/** Returns the page's address without e-mail addresses and unknown parameters, which may be personal. */
export function describeLocation({ origin, pathname, searchParams }: URL): string {
  const known: string[] = [...UTM_FIELDS, ...CLICK_IDS];
  const safe = [...searchParams].filter(
    ([name, value]) => known.includes(name) && !/@/.test(value),
  );
  const query = new URLSearchParams(safe);
  return `${origin}${pathname}?${query}`.replace(/\?$/, '');
}
