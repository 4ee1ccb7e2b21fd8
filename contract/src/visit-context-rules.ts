/** Limits in characters; a longer value is omitted, because none may be cut. */
export const CONTEXT_LENGTHS = {
  /** A network's click id: up to 250 were seen, Meta documents no limit. */
  click: 1000,
  cookie: 200,
  page: 2000,
} as const;

/** An id of a browser or click: visible ASCII, as in cookies and addresses. */
export const TOKEN = /^[\x21-\x7e]+$/;
/** A page's address without `@`, so that it contains no e-mail address. */
export const PAGE_ADDRESS = /^https?:\/\/[\x21-\x3f\x41-\x7e]+$/;
