// Browser code imports this file, so it does not import zod.
import { CLICK_ID } from './tracked-events.ts';

/**
 * Meta's `_fbp` or `_fbc`, with parts that its script may append. Meta refuses a whole event if an id has another form.
 */
export const META_ID = /^fb\.\d\.\d{13}(?:\.(?!(?:undefined|null)$)[\w-]+)+$/;

/** Limits in characters; a longer value is omitted, because a cut id or address would be a wrong one. */
const MAX_COOKIE_LENGTH = 200;
/** A network's click id: up to 250 were seen, Meta documents no limit. */
const MAX_CLICK_LENGTH = 1000;
const MAX_ADDRESS_LENGTH = 2000;

const clickId = { length: MAX_CLICK_LENGTH, pattern: CLICK_ID };

/** The maximum length and the pattern of each text of a context. */
const CONTEXT_TEXT_RULES = {
  /** Meta's cookies `_fbp` and `_fbc`; without `_fbc`, the page derives `fbc` from a click's `fbclid`. */
  fbp: { length: MAX_COOKIE_LENGTH, pattern: META_ID },
  fbc: { length: MAX_CLICK_LENGTH, pattern: META_ID },
  /** gtag's id of the browser, which is a random number and a time, and gtag's id of the visit. */
  client_id: { length: MAX_COOKIE_LENGTH, pattern: /^[\w+/=-]+\.\d+$/ },
  session_id: { length: MAX_COOKIE_LENGTH, pattern: /^\d+$/ },
  /** Google's click ids from the landing address. */
  gclid: clickId,
  gbraid: clickId,
  wbraid: clickId,
  /** Contains no `@`, literal or encoded, so that the address contains no e-mail address. */
  page_location: {
    length: MAX_ADDRESS_LENGTH,
    pattern: /^(?!.*%(?:25)*40)https?:\/\/[\w.-]+(?::\d+)?(?:[/?][\x21-\x3f\x41-\x7e]*)?$/,
  },
};

/**
 * The data by which Meta and Google attribute a conversion to a visit. Visitors who have not refused send it with the
 * event that confirms a lead or an application; it is stored separately from both.
 */
export interface VisitContext extends Partial<Record<keyof typeof CONTEXT_TEXT_RULES, string>> {
  /** The visitor's choice; a visitor who refused sends no context. */
  consent: 'granted' | 'unasked';
  /** Whether Google's and Meta's scripts were loaded and therefore received the event in the browser. */
  gtag: boolean;
  fbq: boolean;
  /** Whether Meta already counted this visitor through the other form: one person per visit counts once. */
  other_form: boolean;
}

/**
 * Returns a visit's context without the invalid values that a client may send; null if it lacks a consent that allows
 * reporting.
 */
export function sanitizeVisitContext(context: unknown): VisitContext | null {
  const { consent, gtag, fbq, other_form, ...given }: Record<string, unknown> = Object(context);
  if (consent !== 'granted' && consent !== 'unasked') return null;
  const texts = Object.entries(CONTEXT_TEXT_RULES).filter(([name, { length, pattern }]) => {
    const value = given[name];
    return typeof value === 'string' && value.length <= length && pattern.test(value);
  });
  return {
    consent,
    ...Object.fromEntries(texts.map(([name]) => [name, given[name]])),
    gtag: gtag === true,
    fbq: fbq === true,
    other_form: other_form === true,
  };
}
