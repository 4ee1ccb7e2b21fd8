import * as z from 'zod/mini';
import { utmColumns } from '../capture/columns.ts';
import { MAX_LABEL_LENGTH } from '../capture/journey.ts';
import { isDeeperThan } from '../field-values.ts';
import { rowTimestamp, storableText } from '../text.ts';
import { MAX_TEST_NAME_LENGTH, TEXT_VERSIONS } from './tested-text.ts';
import {
  CLICK_ID_NAMES,
  type ClickIdName,
  MAX_PAYLOAD_LENGTH,
  MAX_PAYLOAD_NUMBER,
  MAX_PAYLOAD_TEXT_LENGTH,
} from './tracked-events.ts';

/** Limits of the payload of an event that this release does not know. */
const MAX_UNKNOWN_EVENT_NUMBER = 1e15;
const MAX_UNKNOWN_EVENT_KEY_LENGTH = 64;

const payloadText = storableText(MAX_PAYLOAD_TEXT_LENGTH);
const payloadAmount = z.number().check(z.gte(0), z.lte(MAX_PAYLOAD_NUMBER));
const wholeAmount = z.int().check(z.gte(0), z.lte(MAX_PAYLOAD_NUMBER));

const buttonFields = { button_name: payloadText };
const videoPayload = z.strictObject({ title: payloadText });
const formName = z.enum(['lead', 'aplicacao']);
export type FormName = z.infer<typeof formName>;
const formPayload = z.strictObject({
  form: formName,
  /** The step of a form that has several, counted from 0. */
  step: z.exactOptional(z.int().check(z.gte(0), z.lte(5))),
  /** The name of the last touched field, never its value. */
  field: z.exactOptional(payloadText),
});
const clickIds = Object.fromEntries(
  CLICK_ID_NAMES.map((name) => [name, z.exactOptional(payloadText)]),
) as Record<ClickIdName, z.ZodMiniExactOptional<typeof payloadText>>;
const emptyPayload: z.ZodMiniType<object> = z.strictObject({});
const purchaseItem = z.strictObject({
  item_name: payloadText,
  price: payloadAmount,
  quantity: wholeAmount,
});

/**
 * The payload of each event, as the column `payload` stores it. The event's section and lead are in the columns
 * `secao` and `lead_ref`. No payload contains text that a visitor typed. Amounts are in the currency's main unit.
 */
const PAYLOAD_SCHEMAS = {
  session_start: z.strictObject({
    referrer_host: z.exactOptional(payloadText),
    ...clickIds,
    /** True if the browser already saw the A/B test in an earlier visit; else absent. */
    seen_before: z.exactOptional(z.literal(true)),
  }),
  page_view: z.strictObject({ page_title: payloadText, page_location: payloadText }),
  click: z.strictObject(buttonFields),
  cta_click: z.strictObject({ ...buttonFields, opens: payloadText }),
  section_view: z.strictObject({ time_in_view_ms: wholeAmount }),
  scroll_depth: z.strictObject({ percent: z.literal([25, 50, 75, 100]) }),
  video_start: videoPayload,
  video_play: videoPayload,
  form_start: formPayload,
  form_complete: formPayload,
  form_abandon: formPayload,
  generate_lead: z.strictObject({ currency: z.literal('BRL'), value: z.literal(0) }),
  checkout_redirect: emptyPayload,
  purchase: z.strictObject({
    transaction_id: payloadText.check(z.minLength(1)),
    value: payloadAmount,
    currency: z.string().check(z.regex(/^[A-Z]{3}$/)),
    items: z.array(purchaseItem).check(z.maxLength(20)),
  }),
  web_vital: z.strictObject({
    metric: z.enum(['LCP', 'INP', 'CLS']),
    value: payloadAmount,
    rating: payloadText,
  }),
};

export type EventName = keyof typeof PAYLOAD_SCHEMAS;

/** Idempotency key of the lead, or id of the application. */
interface LeadReference {
  lead_ref: string;
}
type SectionEventName =
  | 'click'
  | 'cta_click'
  | 'section_view'
  | 'scroll_depth'
  | `video_${'start' | 'play'}`;
type FormEventName = `form_${'start' | 'complete' | 'abandon'}`;

type ReportedColumns = Record<SectionEventName, { section: string }> &
  Record<FormEventName, Partial<LeadReference>> &
  Record<'generate_lead' | 'checkout_redirect', LeadReference>;

export type EventPayloads = {
  [Name in EventName]: z.infer<(typeof PAYLOAD_SCHEMAS)[Name]> &
    (Name extends keyof ReportedColumns ? ReportedColumns[Name] : unknown);
};

export type TrackedEvent = {
  [Name in EventName]: { name: Name; payload: EventPayloads[Name] };
}[EventName];

const unknownEventNumber = z
  .number()
  .check(z.gte(-MAX_UNKNOWN_EVENT_NUMBER), z.lte(MAX_UNKNOWN_EVENT_NUMBER));
const unknownEventValue = z.union([payloadText, unknownEventNumber, z.boolean(), z.null()]);

/** The payload of an event that only another release knows: few texts, numbers and booleans without nesting. */
const unknownEventPayload = z.record(storableText(MAX_UNKNOWN_EVENT_KEY_LENGTH), unknownEventValue);

/** Enough for the deepest payload, a purchase with a list of items. */
const MAX_PAYLOAD_DEPTH = 3;

const isKnownEvent = (name: string): name is EventName => Object.hasOwn(PAYLOAD_SCHEMAS, name);

/** A row of `jornada`: one event of a visit. If the page sends the event again, the row has the same `id`. */
export const eventRowSchema = z
  .strictObject({
    id: z.guid(),
    session_id: z.guid(),
    name: z.string().check(z.regex(/^[a-z][a-z0-9_]{0,63}$/, 'must be snake_case')),
    occurred_at: rowTimestamp,
    secao: z.nullable(storableText(MAX_LABEL_LENGTH)),
    payload: z.record(z.string(), z.unknown()).check(
      z.refine((payload) => !isDeeperThan(payload, MAX_PAYLOAD_DEPTH), {
        error: 'is nested too deep',
        abort: true,
      }),
      z.refine((payload) => JSON.stringify(payload).length <= MAX_PAYLOAD_LENGTH, 'is too large'),
    ),
    ...utmColumns,
    /** Idempotency key of the lead, or id of the application. */
    lead_ref: z.optional(z.nullable(z.guid())),
    /** The name of the page's A/B test, and the version that the page showed. */
    test: z.optional(z.nullable(storableText(MAX_TEST_NAME_LENGTH))),
    version: z.optional(z.nullable(z.enum(TEXT_VERSIONS))),
    /** The visit's context (visit-context.ts), not yet checked. The server stores the context in another table. */
    context: z.optional(z.unknown()),
  })
  .check(
    z.superRefine(({ name, payload }, context) => {
      const { error } = (
        isKnownEvent(name) ? PAYLOAD_SCHEMAS[name] : unknownEventPayload
      ).safeParse(payload);
      const [issue] = error?.issues ?? [];
      if (!issue) return;
      const path = ['payload', ...issue.path];
      context.addIssue({ code: 'custom', path, message: `is not a payload of ${name}` });
    }),
  );
export type EventRow = z.infer<typeof eventRowSchema>;
