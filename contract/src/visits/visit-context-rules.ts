/** Limits in characters; a longer value is omitted, because none may be cut. */
export const CONTEXT_LENGTHS = {
  /** A network's click id: up to 250 were seen, Meta documents no limit. */
  click: 1000,
  cookie: 200,
  page: 2000,
} as const;

/** Meta's `_fbp` or `_fbc`, with parts that its script may append. Meta refuses a complete event because of any other. */
export const META_ID = /^fb\.\d\.\d{13}(?:\.(?!(?:undefined|null)$)[\w-]+)+$/;
/** gtag's id of a browser: a random part and a time. */
export const GTAG_CLIENT_ID = /^[\w+/=-]+\.\d+$/;
export const GTAG_SESSION_ID = /^\d+$/;
/** A page's address without `@`, so that it contains no e-mail address. */
export const PAGE_ADDRESS = /^https?:\/\/[\w.-]+(?::\d+)?(?:[/?][\x21-\x3f\x41-\x7e]*)?$/;
