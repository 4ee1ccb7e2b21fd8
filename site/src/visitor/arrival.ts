import { CLICK_IDS, type EventPayloads } from '@funil/contract/tracked-events';
import { UTM_FIELDS } from '@funil/contract/utm';

/** How a visit began: the ad networks' click ids and the host that linked here. */
export function readArrival(address: URL, referrer: string): EventPayloads['session_start'] {
  const ids = CLICK_IDS.flatMap((name) => {
    const value = address.searchParams.get(name);
    return value ? [[name, value]] : [];
  });
  // No URL.canParse: Safari 16 lacks it.
  const host = /^https?:\/\/([^/?#]+)/.exec(referrer)?.[1];
  const isElsewhere = host && host !== address.host;
  return { ...Object.fromEntries(ids), ...(isElsewhere && { referrer_host: host }) };
}

/** The page's address with known parameters only: others, and e-mail addresses, are about someone. */
export function describeLocation({ origin, pathname, searchParams }: URL): string {
  const known: string[] = [...UTM_FIELDS, ...CLICK_IDS];
  const kept = [...searchParams].filter(
    ([name, value]) => known.includes(name) && !/@/.test(value),
  );
  const query = new URLSearchParams(kept);
  return `${origin}${pathname}?${query}`.replace(/\?$/, '');
}
