import { fitText, isoTime } from '../fit.ts';
import { fitLabel } from '../journey.ts';
import type { Utms } from '../utm.ts';
import type { EventName, EventRow } from './event.ts';
import { MAX_AMOUNT, MAX_PAYLOAD_TEXT } from './tracked-events.ts';

/** An event before it is made to fit its row. */
interface NewEvent {
  id: string;
  sessionId: string;
  name: EventName;
  /** Of its name (`EventPayloads`). */
  payload: object;
  /** In ms since 1970. */
  time: number;
  utms: Utms;
}

/** Replaces control characters, which take six characters each in JSON, and no-break spaces by spaces. */
function fitValue(_key: string, value: unknown): unknown {
  if (typeof value === 'string')
    return fitText(value.replace(/[\p{Cc}\u00a0]/gu, ' '), MAX_PAYLOAD_TEXT);
  return typeof value === 'number' ? Math.min(Math.max(value || 0, 0), MAX_AMOUNT) : value;
}

/** Returns an event as a row of `jornada`, which has no column with personal data. */
export function fitEvent({ id, sessionId, name, payload, time, utms }: NewEvent): EventRow {
  const { section, lead_ref, ...payloadFields } = payload as {
    section?: string;
    lead_ref?: string;
  };
  return {
    id,
    session_id: sessionId,
    name,
    occurred_at: isoTime(time),
    secao: fitLabel(section) || null,
    payload: JSON.parse(JSON.stringify(payloadFields, fitValue)),
    ...utms,
    // Never missing: PostgREST requires all rows of a batch to have the same columns.
    lead_ref: lead_ref ?? null,
  };
}
