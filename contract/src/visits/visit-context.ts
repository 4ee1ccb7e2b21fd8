// This file imports no zod, because the page loads it.
import { CLICK_ID_PATTERN } from './tracked-events.ts';

/** Matches `_fbp` and `_fbc`, to which Meta's script may append parts. Of other values Meta refuses the whole event. */
export const META_ID_PATTERN = /^fb\.\d\.\d{13}(?:\.(?!(?:undefined|null)$)[\w-]+)+$/;

/** Limits in characters. A longer value is omitted instead of cut, because a cut id or address is wrong. */
const MAX_COOKIE_LENGTH = 200;
/** Click ids with up to 250 characters were seen, and Meta documents no limit. */
const MAX_CLICK_LENGTH = 1000;
const MAX_ADDRESS_LENGTH = 2000;

const clickId = { length: MAX_CLICK_LENGTH, pattern: CLICK_ID_PATTERN };

const CONTEXT_TEXT_RULES = {
  /** Meta's cookies `_fbp` and `_fbc`. Without `_fbc`, the page makes `fbc` from the click's `fbclid`. */
  fbp: { length: MAX_COOKIE_LENGTH, pattern: META_ID_PATTERN },
  fbc: { length: MAX_CLICK_LENGTH, pattern: META_ID_PATTERN },
  /** gtag's ids of the browser (`client_id`: a random number and a time) and of the visit (`session_id`). */
  client_id: { length: MAX_COOKIE_LENGTH, pattern: /^[\w+/=-]+\.\d+$/ },
  session_id: { length: MAX_COOKIE_LENGTH, pattern: /^\d+$/ },
  /** Google's click ids from the landing address. */
  gclid: clickId,
  gbraid: clickId,
  wbraid: clickId,
  /** The pattern has no `@`, so that the address contains no e-mail address. */
  page_location: {
    length: MAX_ADDRESS_LENGTH,
    pattern: /^(?!.*%(?:25)*40)https?:\/\/[\w.-]+(?::\d+)?(?:[/?][\x21-\x3f\x41-\x7e]*)?$/,
  },
};

/**
 * The data by which Meta and Google attribute a conversion, sent with the event that confirms a lead or an application.
 */
export interface VisitContext extends Partial<Record<keyof typeof CONTEXT_TEXT_RULES, string>> {
  /** A visitor who refused sends no context. */
  consent: 'granted' | 'unasked';
  /** True if Google's script (`fbq`: Meta's) was loaded, so that it received the event in the browser. */
  gtag: boolean;
  fbq: boolean;
  /** True if the browser reported this visit's other form to Meta, where a person counts once per visit. */
  other_form: boolean;
}

/** Returns the context without invalid values; null without a consent that allows reporting. */
export function sanitizeVisitContext(context: unknown): VisitContext | null {
  const { consent, gtag, fbq, other_form, ...texts }: Record<string, unknown> = Object(context);
  if (consent !== 'granted' && consent !== 'unasked') return null;
  const validTexts = Object.entries(CONTEXT_TEXT_RULES).filter(([name, { length, pattern }]) => {
    const value = texts[name];
    return typeof value === 'string' && value.length <= length && pattern.test(value);
  });
  return {
    consent,
    ...Object.fromEntries(validTexts.map(([name]) => [name, texts[name]])),
    gtag: gtag === true,
    fbq: fbq === true,
    other_form: other_form === true,
  };
}
