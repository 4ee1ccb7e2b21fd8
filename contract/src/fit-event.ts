import type { EventRow } from './event.ts';
import { fitText, isoTime } from './fit.ts';
import { fitLabel } from './journey.ts';
import {
  type EventName,
  type EventPayloads,
  LARGEST_AMOUNT,
  PAYLOAD_TEXT,
} from './tracked-events.ts';
import type { Utms } from './utm.ts';

/** One event as it happened. */
interface Happening {
  id: string;
  sessionId: string;
  name: EventName;
  payload: EventPayloads[EventName];
  /** When it happened, in ms since the epoch. */
  time: number;
  utms: Utms;
}

/** Controls take six characters each in JSON, and say nothing; a space that holds a line together is a space. */
function fitValue(_key: string, value: unknown): unknown {
  if (typeof value === 'string')
    return fitText(value.replace(/[\p{Cc}\u00a0]/gu, ' '), PAYLOAD_TEXT);
  return typeof value === 'number' ? Math.min(Math.max(value || 0, 0), LARGEST_AMOUNT) : value;
}

/** An event as a row of `jornada`, which has no column for who the visitor is. */
export function fitEvent({ id, sessionId, name, payload, time, utms }: Happening): EventRow {
  const { section, lead_ref, ...rest } = payload as { section?: string; lead_ref?: string };
  return {
    id,
    session_id: sessionId,
    name,
    occurred_at: isoTime(time),
    secao: fitLabel(section) || null,
    payload: JSON.parse(JSON.stringify(rest, fitValue)),
    ...utms,
    // Always there: PostgREST wants the rows of a batch to have the same columns.
    lead_ref: lead_ref ?? null,
  };
}
