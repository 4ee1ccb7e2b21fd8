import { sanitizeLabel } from '../journey.ts';
import { isoTime, sanitizeText } from '../sanitize.ts';
import type { Utms } from '../utm.ts';
import type { EventName, EventRow } from './event.ts';
import { MAX_AMOUNT, MAX_PAYLOAD_TEXT } from './tracked-events.ts';

/** An event from which a row is made. */
interface NewEvent {
  id: string;
  sessionId: string;
  name: EventName;
  /** The payload that `EventPayloads` has for `name`. */
  payload: object;
  /** When the event happened, in ms since 1970. */
  time: number;
  utms: Utms;
}

/** Replaces control characters, which take six characters each in JSON, and no-break spaces by spaces. */
function sanitizeValue(_key: string, value: unknown): unknown {
  if (typeof value === 'string')
    return sanitizeText(value.replace(/[\p{Cc}\u00a0]/gu, ' '), MAX_PAYLOAD_TEXT);
  return typeof value === 'number' ? Math.min(Math.max(value || 0, 0), MAX_AMOUNT) : value;
}

/** Returns an event as a row of `jornada`, which has no column with personal data. */
export function makeEventRow({ id, sessionId, name, payload, time, utms }: NewEvent): EventRow {
  const { section, lead_ref, ...payloadFields } = payload as {
    section?: string;
    lead_ref?: string;
  };
  return {
    id,
    session_id: sessionId,
    name,
    occurred_at: isoTime(time),
    secao: sanitizeLabel(section) || null,
    payload: JSON.parse(JSON.stringify(payloadFields, sanitizeValue)),
    ...utms,
    // Never missing: PostgREST requires all rows of a batch to have the same columns.
    lead_ref: lead_ref ?? null,
  };
}
