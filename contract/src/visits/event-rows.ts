import { sanitizeLabel } from '../capture/journey.ts';
import type { Utms } from '../capture/utm.ts';
import { isoTime, sanitizeText } from '../sanitize.ts';
import type { EventName, EventRow } from './event.ts';
import { MAX_PAYLOAD_NUMBER, MAX_PAYLOAD_TEXT_LENGTH } from './tracked-events.ts';

interface EventToSend {
  id: string;
  sessionId: string;
  name: EventName;
  payload: object;
  time: number;
  utms: Utms;
}

/** Replaces control characters, too, because JSON needs six characters for each of them. */
function sanitizePayloadValue(_key: string, value: unknown): unknown {
  if (typeof value === 'string')
    return sanitizeText(value.replace(/[\p{Cc}\u00a0]/gu, ' '), MAX_PAYLOAD_TEXT_LENGTH);
  return typeof value === 'number' ? Math.min(Math.max(value || 0, 0), MAX_PAYLOAD_NUMBER) : value;
}

/** Returns an event as a row of `jornada`, a table without personal data. */
export function makeEventRow({ id, sessionId, name, payload, time, utms }: EventToSend): EventRow {
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
    payload: JSON.parse(JSON.stringify(payloadFields, sanitizePayloadValue)),
    ...utms,
    // The column is null instead of missing, because PostgREST requires the same columns in all rows of a batch.
    lead_ref: lead_ref ?? null,
  };
}
