// Events leave long before React and what forms need have arrived: no more code than they take.
import type { EventRow } from '@funil/contract/event';
import { API_KEY_HEADER, insertPath } from '@funil/contract/protocol';
import { backend } from './backend.ts';
import { outlivingFetch } from './outliving-fetch.ts';
import { timeLimit } from './time-limit.ts';

const PATH = insertPath('jornada');
/** Longest wait for an answer, in ms: later events wait behind it. */
const LONGEST_WAIT = 15_000;
/** Answers of a backend that will never take these rows as they are. */
const HOPELESS = [400, 409, 413, 422];

/** The answer's status; 0 where there is none. The request outlives the page. */
async function post(rows: EventRow[]): Promise<number> {
  try {
    const { status } = await outlivingFetch(backend.url + PATH, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        prefer: 'return=minimal',
        [API_KEY_HEADER]: backend.anonKey,
      },
      body: JSON.stringify(rows),
      signal: timeLimit(LONGEST_WAIT),
    });
    return status;
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
  if (rows.length === 1) return true;
  // One row spoils the batch: each half is tried, so that the others arrive.
  const half = rows.length >> 1;
  return (await sendEvents(rows.slice(0, half))) && sendEvents(rows.slice(half));
}

/** Sends events while the page ends; nobody learns whether they arrived. */
export function beaconEvents(rows: EventRow[]): void {
  // To another origin a beacon cannot be JSON, and PostgREST takes nothing else.
  const isOwnServer = backend.url === '';
  const address = `${PATH}?${API_KEY_HEADER}=${encodeURIComponent(backend.anonKey)}`;
  const body = new Blob([JSON.stringify(rows)], { type: 'application/json' });
  if (isOwnServer && navigator.sendBeacon?.(address, body)) return;
  void post(rows);
}
