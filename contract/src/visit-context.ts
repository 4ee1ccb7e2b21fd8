import * as z from 'zod/mini';
import { CONTEXT_LENGTHS, PAGE_ADDRESS, TOKEN } from './visit-context-rules.ts';

const token = (length: number) => z.string().check(z.maxLength(length), z.regex(TOKEN));
const click = z.exactOptional(token(CONTEXT_LENGTHS.click));
const cookie = z.exactOptional(token(CONTEXT_LENGTHS.cookie));

/**
 * The data by which Meta and Google attribute a conversion to a visit. Visitors who have not refused send it with the event
 * that confirms a lead or an application; it is stored separately from both.
 */
export const visitContextSchema = z.strictObject({
  /** The visitor's choice; a visitor who refused sends no context. */
  consent: z.enum(['granted', 'unasked']),
  /** Meta's cookies `_fbp` and `_fbc`; without the latter, `fbc` is derived from a click's `fbclid`. */
  fbp: cookie,
  fbc: click,
  /** gtag's ids of the browser and the visit. */
  client_id: cookie,
  session_id: cookie,
  /** Google's click ids from the landing address. */
  gclid: click,
  gbraid: click,
  wbraid: click,
  page_location: z.exactOptional(
    z.string().check(z.maxLength(CONTEXT_LENGTHS.page), z.regex(PAGE_ADDRESS)),
  ),
  /** Whether Google's and Meta's scripts were loaded and therefore received the event in the browser. */
  gtag: z.boolean(),
  fbq: z.boolean(),
  /** Whether Meta already counted this visitor through the other form: one person per visit counts once. */
  other_form: z.boolean(),
});
export type VisitContext = z.infer<typeof visitContextSchema>;
