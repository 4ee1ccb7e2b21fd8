import * as z from 'zod/mini';
import { utmColumns } from './columns.ts';
import { LABEL_LENGTH } from './journey.ts';
import { storableText } from './text.ts';

/** Largest payload of one event, as JSON, in characters. */
export const PAYLOAD_LENGTH = 4096;
/** Deepest nesting of a payload. */
export const PAYLOAD_DEPTH = 4;

function isShallow(value: unknown, depth = PAYLOAD_DEPTH): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return depth > 0 && Object.values(value).every((child) => isShallow(child, depth - 1));
}

// The escapes a store cannot hold are looked for in the JSON text: well-formed `JSON.stringify`
// writes NUL and lone surrogates as escapes, in keys as in values.
const isStorableJson = (value: unknown) =>
  !/(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/i.test(JSON.stringify(value));

const payloadSchema = z.record(z.string(), z.unknown()).check(
  z.refine((payload) => isShallow(payload), { error: 'is nested too deeply', abort: true }),
  z.refine((payload) => JSON.stringify(payload).length <= PAYLOAD_LENGTH, 'is too large'),
  z.refine(isStorableJson, 'must be valid Unicode without NUL'),
);

/** A row of `jornada`: one event of a visit. `id` makes repeats harmless. */
export const eventRowSchema = z.strictObject({
  id: z.guid(),
  session_id: z.guid(),
  name: z.string().check(z.regex(/^[a-z][a-z0-9_]{0,63}$/, 'must be snake_case')),
  occurred_at: z.iso.datetime(),
  secao: z.nullable(storableText(LABEL_LENGTH)),
  payload: payloadSchema,
  ...utmColumns,
  /** Idempotency key of the lead, or id of the application, that this event speaks of. */
  lead_ref: z.optional(z.nullable(z.guid())),
});
export type EventRow = z.infer<typeof eventRowSchema>;
