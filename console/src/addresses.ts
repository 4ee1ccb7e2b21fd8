import type { LocationRewrite } from '@tanstack/react-router';

/** The search term, which is mostly a name or a phone number. */
const TERM_PARAMETER = /^q=/;

/** Moves the search term after `#`, because browsers send that part of a URL to no server. */
export function hideTerm({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string {
  const parameters = search.slice(1).split('&').filter(Boolean);
  const term = parameters.find((parameter) => TERM_PARAMETER.test(parameter));
  const filters = parameters.filter((parameter) => !TERM_PARAMETER.test(parameter)).join('&');
  return `${pathname}${filters && `?${filters}`}${term === undefined ? '' : `#${term}`}`;
}

export function restoreTerm(address: Pick<Location, 'pathname' | 'search' | 'hash'>): string {
  const { pathname, search, hash } = address;
  const term = hash.slice(1);
  if (!TERM_PARAMETER.test(term)) return `${pathname}${search}${hash}`;
  return `${pathname}${search === '' ? '?' : `${search}&`}${term}`;
}

export const searchTermRewrite: LocationRewrite = {
  input: ({ url }) => url.origin + restoreTerm(url),
  output: ({ url }) => url.origin + hideTerm(url),
};
