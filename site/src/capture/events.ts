import { API_KEY_HEADER, insertPath } from '@funil/contract/capture/protocol';
import type { EventRow } from '@funil/contract/visits/event';
import { isRefused } from '../visitor/consent-choice.ts';
import { backend, sendRows } from './send-rows.ts';

/** With these statuses the backend would refuse the same rows again. */
const PERMANENT_REFUSAL_STATUSES = [400, 409, 413, 422];

/** PostgREST requires equal columns. The context for Google and Meta is removed if the visitor refused since. */
function withEqualColumns(rows: EventRow[]): EventRow[] {
  const hasContext = rows.some(({ context }) => context) && !isRefused();
  return rows.map(({ context, ...row }) =>
    hasContext ? { ...row, context: context ?? null } : row,
  );
}

async function postEvents(rows: EventRow[]): Promise<number> {
  try {
    return (await sendRows('jornada', withEqualColumns(rows))).status;
  } catch {
    // Without network or after a timeout the outbox keeps the rows.
    return 0;
  }
}

/** @returns true if every row is stored or permanently refused, so that no row is sent again */
export async function sendEvents(rows: EventRow[]): Promise<boolean> {
  const status = await postEvents(rows);
  if (!PERMANENT_REFUSAL_STATUSES.includes(status)) return status >= 200 && status < 300;
  if (rows.length === 1) {
    // A refused row is sent again without its context, because the backend of an older version lacks that column.
    return !rows[0]?.context || sendEvents(rows.map((row) => ({ ...row, context: null })));
  }
  // A single bad row fails the whole batch, so each half is sent again to store the other rows.
  const half = rows.length >> 1;
  return (await sendEvents(rows.slice(0, half))) && sendEvents(rows.slice(half));
}

/** Sends while the page ends; the outcome stays unknown. */
export function beaconEvents(rows: EventRow[]): void {
  // A beacon to another origin cannot be JSON, which PostgREST requires.
  const isOwnServer = backend.url === '';
  const address = `${insertPath('jornada')}?${API_KEY_HEADER}=${encodeURIComponent(backend.anonKey)}`;
  const body = new Blob([JSON.stringify(withEqualColumns(rows))], { type: 'application/json' });
  if (isOwnServer && navigator.sendBeacon?.(address, body)) return;
  void postEvents(rows);
}
