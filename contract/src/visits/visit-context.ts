import * as z from 'zod/mini';
import { CLICK_ID } from './tracked-events.ts';
import {
  CONTEXT_LENGTHS,
  GTAG_CLIENT_ID,
  GTAG_SESSION_ID,
  META_ID,
  PAGE_ADDRESS,
} from './visit-context-rules.ts';

const matching = (length: number, rule: RegExp) =>
  z.exactOptional(z.string().check(z.maxLength(length), z.regex(rule)));
const click = matching(CONTEXT_LENGTHS.click, CLICK_ID);

/**
 * The data by which Meta and Google attribute a conversion to a visit. Visitors who have not refused send it with the event
 * that confirms a lead or an application; it is stored separately from both.
 */
export const visitContextSchema = z.strictObject({
  /** The visitor's choice; a visitor who refused sends no context. */
  consent: z.enum(['granted', 'unasked']),
  /** Meta's cookies `_fbp` and `_fbc`; without the latter, `fbc` is derived from a click's `fbclid`. */
  fbp: matching(CONTEXT_LENGTHS.cookie, META_ID),
  fbc: matching(CONTEXT_LENGTHS.click, META_ID),
  /** gtag's ids of the browser and the visit. */
  client_id: matching(CONTEXT_LENGTHS.cookie, GTAG_CLIENT_ID),
  session_id: matching(CONTEXT_LENGTHS.cookie, GTAG_SESSION_ID),
  /** Google's click ids from the landing address. */
  gclid: click,
  gbraid: click,
  wbraid: click,
  page_location: matching(CONTEXT_LENGTHS.page, PAGE_ADDRESS),
  /** Whether Google's and Meta's scripts were loaded and therefore received the event in the browser. */
  gtag: z.boolean(),
  fbq: z.boolean(),
  /** Whether Meta already counted this visitor through the other form: one person per visit counts once. */
  other_form: z.boolean(),
});
export type VisitContext = z.infer<typeof visitContextSchema>;
