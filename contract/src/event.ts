import * as z from 'zod/mini';
import { utmColumns } from './columns.ts';
import { LABEL_LENGTH } from './journey.ts';
import { moment, storableText } from './text.ts';
import {
  CLICK_IDS,
  type EventName,
  type EventPayloads,
  LARGEST_AMOUNT,
  PAYLOAD_LENGTH,
  PAYLOAD_TEXT,
} from './tracked-events.ts';

/** What the row keeps of an event's words: the section and whom it speaks of have columns. */
type Kept<Name extends EventName> = Omit<EventPayloads[Name], 'section' | 'lead_ref'>;

/** Largest number, and longest key, of a payload that is not known. */
const LARGEST_OTHER = 1e15;
const KEY_LENGTH = 64;

const text = storableText(PAYLOAD_TEXT);
const amount = z.number().check(z.gte(0), z.lte(LARGEST_AMOUNT));
const wholeAmount = z.int().check(z.gte(0), z.lte(LARGEST_AMOUNT));

const button = { button_name: text };
const video = z.strictObject({ title: text });
const formMoment = z.strictObject({
  form: z.enum(['lead', 'aplicacao']),
  step: z.exactOptional(z.int().check(z.gte(0), z.lte(5))),
  field: z.exactOptional(text),
});
const clickIds = Object.fromEntries(CLICK_IDS.map((name) => [name, z.exactOptional(text)]));
const item = z.strictObject({ item_name: text, price: amount, quantity: wholeAmount });

/** What each event's payload is: nothing less, and nothing besides. */
const PAYLOADS: { readonly [Name in EventName]: z.ZodMiniType<Kept<Name>> } = {
  session_start: z.strictObject({ referrer_host: z.exactOptional(text), ...clickIds }),
  page_view: z.strictObject({ page_title: text, page_location: text }),
  click: z.strictObject(button),
  cta_click: z.strictObject({ ...button, opens: text }),
  section_view: z.strictObject({ time_in_view_ms: wholeAmount }),
  scroll_depth: z.strictObject({ percent: z.literal([25, 50, 75, 100]) }),
  video_start: video,
  video_play: video,
  form_start: formMoment,
  form_complete: formMoment,
  form_abandon: formMoment,
  generate_lead: z.strictObject({ currency: z.literal('BRL'), value: z.literal(0) }),
  checkout_redirect: z.strictObject({}),
  purchase: z.strictObject({
    transaction_id: text.check(z.minLength(1)),
    value: amount,
    currency: z.string().check(z.regex(/^[A-Z]{3}$/)),
    items: z.array(item).check(z.maxLength(20)),
  }),
  web_vital: z.strictObject({
    metric: z.enum(['LCP', 'INP', 'CLS']),
    value: amount,
    rating: text,
  }),
};

const number = z.number().check(z.gte(-LARGEST_OTHER), z.lte(LARGEST_OTHER));
const value = z.union([text, number, z.boolean(), z.null()]);

/** The payload of an event of another release, or of someone's own: small and flat. */
const otherPayload = z.record(storableText(KEY_LENGTH), value);

/** Deepest payload: a purchase, with a list of items that have values. Deeper ones overflow the stack. */
const PAYLOAD_DEPTH = 3;

function isWithinDepth(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return depth > 0 && Object.values(value).every((inner) => isWithinDepth(inner, depth - 1));
}

const isKnown = (name: string): name is EventName => Object.hasOwn(PAYLOADS, name);

/** A row of `jornada`: one event of a visit. `id` makes repeats harmless. */
export const eventRowSchema = z
  .strictObject({
    id: z.guid(),
    session_id: z.guid(),
    name: z.string().check(z.regex(/^[a-z][a-z0-9_]{0,63}$/, 'must be snake_case')),
    occurred_at: moment,
    secao: z.nullable(storableText(LABEL_LENGTH)),
    payload: z.record(z.string(), z.unknown()).check(
      z.refine((payload) => isWithinDepth(payload, PAYLOAD_DEPTH), {
        error: 'is nested too deep',
        abort: true,
      }),
      z.refine((payload) => JSON.stringify(payload).length <= PAYLOAD_LENGTH, 'is too large'),
    ),
    ...utmColumns,
    /** Idempotency key of the lead, or id of the application, that this event speaks of. */
    lead_ref: z.optional(z.nullable(z.guid())),
    /**
     * What conversions need of the visit, as visit-context.ts has it. Whatever stands here refuses no row:
     * what does not fit is dropped, and the column itself is always empty once stored.
     */
    context: z.optional(z.unknown()),
  })
  .check(
    z.superRefine(({ name, payload }, context) => {
      const { error } = (isKnown(name) ? PAYLOADS[name] : otherPayload).safeParse(payload);
      const [issue] = error?.issues ?? [];
      if (!issue) return;
      const path = ['payload', ...issue.path];
      context.addIssue({ code: 'custom', path, message: `is not what ${name} says` });
    }),
  );
export type EventRow = z.infer<typeof eventRowSchema>;
