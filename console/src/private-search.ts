import {
  createBrowserHistory,
  type HistoryLocation,
  type RouterHistory,
} from '@tanstack/react-router';

/** Matches the search term's parameter. Terms are names and phone numbers. */
const TERM = /^q=/;

/** Moves an address's search term behind `#`, which browsers send to no server. */
export function hideTerm(href: string): string {
  const [path = '', query = ''] = href.split('#', 1)[0]?.split(/\?(.*)/s) ?? [];
  const parts = query.split('&').filter(Boolean);
  const term = parts.find((part) => TERM.test(part));
  const others = parts.filter((part) => !TERM.test(part)).join('&');
  return `${path}${others && `?${others}`}${term === undefined ? '' : `#${term}`}`;
}

/** Returns an address with the search term in its query, where the views read it. */
export function showTerm(address: Pick<Location, 'pathname' | 'search' | 'hash'>): string {
  const { pathname, search, hash } = address;
  const term = hash.slice(1);
  if (!TERM.test(term)) return `${pathname}${search}${hash}`;
  return `${pathname}${search === '' ? '?' : `${search}&`}${term}`;
}

/** Returns a browser history that keeps search terms out of requests, also after a reload. */
export function createPrivateHistory(): RouterHistory {
  // Old bookmarks have the term in their query.
  if (window.location.search.includes('q=')) {
    const { pathname, search } = window.location;
    window.history.replaceState(window.history.state, '', hideTerm(`${pathname}${search}`));
  }
  return createBrowserHistory({ createHref: hideTerm, parseLocation: readLocation });
}

function readLocation(): HistoryLocation {
  const href = showTerm(window.location).replace(/^\/{2,}/, '/');
  const { pathname, search, hash } = new URL(href, window.location.origin);
  // The browser has no state for an address that the operator edited behind the `#`.
  const state = window.history.state ?? { __TSR_index: 0 };
  return { href, pathname, search, hash, state };
}
