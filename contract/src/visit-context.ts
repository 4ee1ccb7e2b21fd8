import * as z from 'zod/mini';
import { CONTEXT_LENGTHS, PAGE_ADDRESS, TOKEN } from './visit-context-rules.ts';

const token = (length: number) => z.string().check(z.maxLength(length), z.regex(TOKEN));
const click = z.exactOptional(token(CONTEXT_LENGTHS.click));
const cookie = z.exactOptional(token(CONTEXT_LENGTHS.cookie));

/**
 * What Meta and Google need to know a conversion's visit by. It travels with the event that confirms a
 * lead or an application, from visitors who have not refused, and is kept apart from both.
 */
export const visitContextSchema = z.strictObject({
  /** What the visitor said of being measured; who refused sends nothing. */
  consent: z.enum(['granted', 'unasked']),
  /** Meta's cookies `_fbp` and `_fbc` as they are; `fbc` is made of a click's `fbclid` where there is none. */
  fbp: cookie,
  fbc: click,
  /** What gtag calls the browser and the visit. */
  client_id: cookie,
  session_id: cookie,
  /** Google's click ids as the landing's address had them. */
  gclid: click,
  gbraid: click,
  wbraid: click,
  page_location: z.exactOptional(
    z.string().check(z.maxLength(CONTEXT_LENGTHS.page), z.regex(PAGE_ADDRESS)),
  ),
  /** Whether Google's and Meta's scripts were there, and therefore heard of it from the browser. */
  gtag: z.boolean(),
  fbq: z.boolean(),
  /** Whether Meta was told of this visitor by the other form: one person in one visit counts once. */
  other_form: z.boolean(),
});
export type VisitContext = z.infer<typeof visitContextSchema>;
