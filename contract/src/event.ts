import * as z from 'zod/mini';
import { utmColumns } from './columns.ts';
import { PAYLOAD_LENGTH } from './event-limits.ts';
import { otherPayload, PAYLOADS } from './event-payloads.ts';
import { LABEL_LENGTH } from './journey.ts';
import { moment, storableText } from './text.ts';
import type { EventName } from './tracked-events.ts';

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
