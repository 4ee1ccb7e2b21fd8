import type { LocationRewrite } from '@tanstack/react-router';

/** Matches the parameter of the search term. Terms are names and phone numbers. */
const TERM = /^q=/;

/** Moves an address's search term behind `#`, which browsers send to no server. */
export function hideTerm({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string {
  const parts = search.slice(1).split('&').filter(Boolean);
  const term = parts.find((part) => TERM.test(part));
  const rest = parts.filter((part) => !TERM.test(part)).join('&');
  return `${pathname}${rest && `?${rest}`}${term === undefined ? '' : `#${term}`}`;
}

/** Returns an address with its search term in the query, where the views read it. */
export function showTerm(address: Pick<Location, 'pathname' | 'search' | 'hash'>): string {
  const { pathname, search, hash } = address;
  const term = hash.slice(1);
  if (!TERM.test(term)) return `${pathname}${search}${hash}`;
  return `${pathname}${search === '' ? '?' : `${search}&`}${term}`;
}

/** Keeps search terms out of the browser's requests, also after a reload. */
export const privateTerms: LocationRewrite = {
  input: ({ url }) => url.origin + showTerm(url),
  output: ({ url }) => url.origin + hideTerm(url),
};
