/** Longest values, in characters; a longer one is left out, for none may be cut. */
export const CONTEXT_LENGTHS = {
  /** A network's click id: some 250 as seen, and Meta names no limit. */
  click: 1000,
  cookie: 200,
  page: 2000,
} as const;

/** What identifies somebody's browser or click: visible ASCII, as cookies and addresses have it. */
export const TOKEN = /^[\x21-\x7e]+$/;
/** A page's address, without anybody's e-mail in it. */
export const PAGE_ADDRESS = /^https?:\/\/[\x21-\x3f\x41-\x7e]+$/;
