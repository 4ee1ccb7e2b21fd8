import type { EventRow } from '@funil/contract/event';
import type { LeadRow } from '@funil/contract/lead';
import { API_KEY_HEADER, insertPath, LOCAL_ANON_KEY } from '@funil/contract/protocol';
import { type Backend, type InsertResult, insert } from './postgrest.ts';

/** What the page asks of whoever keeps its rows. */
const backend: Backend = {
  url: (import.meta.env.PUBLIC_SUPABASE_URL ?? '').replace(/\/+$/, ''),
  anonKey: import.meta.env.PUBLIC_SUPABASE_ANON_KEY ?? LOCAL_ANON_KEY,
};

/** Saves a lead. `key` is the attempt's UUID, the same for its retries. */
export function saveLead(row: LeadRow, key: string, suspect?: string): Promise<InsertResult> {
  return insert(backend, 'leads', row, { idempotencyKey: key, ...(suspect && { suspect }) });
}

/** Answers of a backend that will never take these rows as they are. */
const HOPELESS = [400, 409, 413, 422];

/**
 * Stores a batch of events, in a way that outlives the page.
 * @returns whether they are settled: stored, or of a kind the backend takes never
 */
export async function sendEvents(rows: EventRow[]): Promise<boolean> {
  const result = await insert(backend, 'jornada', rows, { keepalive: true });
  if (result.ok) return true;
  if (result.reason === 'unreachable' || !HOPELESS.includes(result.status)) return false;
  if (rows.length === 1) return true;
  // One row spoils the batch: each half is tried, so that the others arrive.
  const half = rows.length >> 1;
  return (await sendEvents(rows.slice(0, half))) && sendEvents(rows.slice(half));
}

/** Sends events while the page ends; nobody learns whether they arrived. */
export function beaconEvents(rows: EventRow[]): void {
  // To another origin a beacon may carry no JSON, and PostgREST takes nothing else.
  const isOwnServer = backend.url === '';
  const address = `${insertPath('jornada')}?${API_KEY_HEADER}=${encodeURIComponent(backend.anonKey)}`;
  const body = new Blob([JSON.stringify(rows)], { type: 'application/json' });
  if (isOwnServer && navigator.sendBeacon?.(address, body)) return;
  void insert(backend, 'jornada', rows, { keepalive: true });
}
