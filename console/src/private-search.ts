import {
  createBrowserHistory,
  type HistoryLocation,
  type RouterHistory,
} from '@tanstack/react-router';

/** The search's words, which hold names and numbers of people. */
const WORDS = /^q=/;

/** Moves the search's words of an address behind its `#`, which browsers send to no server. */
export function hideWords(href: string): string {
  const [path = '', query = ''] = href.split('#', 1)[0]?.split(/\?(.*)/s) ?? [];
  const parts = query.split('&').filter(Boolean);
  const words = parts.find((part) => WORDS.test(part));
  const open = parts.filter((part) => !WORDS.test(part)).join('&');
  return `${path}${open && `?${open}`}${words === undefined ? '' : `#${words}`}`;
}

/** Returns the address as views read it, with the search's words in its query. */
export function showWords({
  pathname,
  search,
  hash,
}: Pick<Location, 'pathname' | 'search' | 'hash'>): string {
  const words = hash.slice(1);
  if (!WORDS.test(words)) return `${pathname}${search}${hash}`;
  return `${pathname}${search === '' ? '?' : `${search}&`}${words}`;
}

/** The browser's history for addresses that keep what is searched for to themselves, after a reload too. */
export function createPrivateHistory(): RouterHistory {
  // A bookmark of before has the words in its query.
  if (window.location.search.includes('q=')) {
    const { pathname, search } = window.location;
    window.history.replaceState(window.history.state, '', hideWords(`${pathname}${search}`));
  }
  return createBrowserHistory({
    createHref: hideWords,
    parseLocation: readLocation,
  });
}

function readLocation(): HistoryLocation {
  const href = showWords(window.location).replace(/^\/{2,}/, '/');
  const { pathname, search, hash } = new URL(href, window.location.origin);
  // None after the words behind the # were changed by hand.
  const state = window.history.state ?? { __TSR_index: 0 };
  return { href, pathname, search, hash, state };
}
