import type { EventRow } from '@funil/contract/event';
import { API_KEY_HEADER, insertPath } from '@funil/contract/protocol';
import { isRefused } from '../tracking/consent-choice.ts';
import { backend, sendRows } from './send-rows.ts';

/** Answers of a backend that will never take these rows as they are. */
const HOPELESS = [400, 409, 413, 422];

/**
 * Rows that name the same columns, as PostgREST wants those of one request. Of a visitor who has refused
 * meanwhile nothing goes that is for Google and Meta.
 */
function align(rows: EventRow[]): EventRow[] {
  const hasContext = rows.some(({ context }) => context) && !isRefused();
  return rows.map(({ context, ...row }) =>
    hasContext ? { ...row, context: context ?? null } : row,
  );
}

/** The answer's status; 0 where there is none. */
async function post(rows: EventRow[]): Promise<number> {
  try {
    return (await sendRows('jornada', align(rows))).status;
  } catch {
    // No network, or no answer in time: the outbox keeps the rows.
    return 0;
  }
}

/**
 * Stores a batch of events.
 * @returns whether they are settled: stored, or of a kind the backend takes never
 */
export async function sendEvents(rows: EventRow[]): Promise<boolean> {
  const status = await post(rows);
  if (!HOPELESS.includes(status)) return status >= 200 && status < 300;
  if (rows.length === 1) {
    // A backend that was not brought up to date yet knows no context.
    return !rows[0]?.context || sendEvents(rows.map((row) => ({ ...row, context: null })));
  }
  // One row spoils the batch: each half is tried, so that the others arrive.
  const half = rows.length >> 1;
  return (await sendEvents(rows.slice(0, half))) && sendEvents(rows.slice(half));
}

/** Sends events while the page ends; nobody learns whether they arrived. */
export function beaconEvents(rows: EventRow[]): void {
  // To another origin a beacon cannot be JSON, and PostgREST takes nothing else.
  const isOwnServer = backend.url === '';
  const address = `${insertPath('jornada')}?${API_KEY_HEADER}=${encodeURIComponent(backend.anonKey)}`;
  const body = new Blob([JSON.stringify(align(rows))], { type: 'application/json' });
  if (isOwnServer && navigator.sendBeacon?.(address, body)) return;
  void post(rows);
}
