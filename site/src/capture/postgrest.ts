import {
  API_KEY_HEADER,
  type ErrorBody,
  IDEMPOTENCY_KEY_HEADER,
  insertPath,
  SUSPECT_HEADER,
  type Table,
  UNIQUE_VIOLATION,
} from '@funil/contract/protocol';
import { outlivingFetch } from './outliving-fetch.ts';
import { timeLimit } from './time-limit.ts';

/** Where rows go. `url` is empty when the page's own server takes them. */
export interface Backend {
  url: string;
  anonKey: string;
}

export type InsertResult =
  /** `isRepeat`: an earlier try had been stored, nobody knows when. */
  | { ok: true; isRepeat: boolean }
  /** The backend answered, and did not store it. */
  | { ok: false; reason: 'refused'; status: number; message: string }
  /** No answer: the network is gone, or slower than the time allowed. */
  | { ok: false; reason: 'unreachable'; message: string };

interface InsertOptions {
  /** A UUID, the same for every retry of one attempt. */
  idempotencyKey?: string;
  /** Reasons to suspect a robot, comma-separated. */
  suspect?: string | undefined;
  /** Longest wait for the answer, in ms. */
  timeout?: number;
  fetch?: typeof fetch;
}

async function readError(response: Response): Promise<Partial<ErrorBody>> {
  try {
    return (await response.json()) as Partial<ErrorBody>;
  } catch {
    // A proxy's answer, not the backend's: its text is of no use to anyone here.
    return {};
  }
}

/**
 * Inserts one row or several, even if the page ends meanwhile. A repeat that had been stored before
 * counts as stored.
 */
export async function insert(
  { url, anonKey }: Backend,
  table: Table,
  rows: object,
  { idempotencyKey, suspect, timeout = 15_000, ...options }: InsertOptions = {},
): Promise<InsertResult> {
  try {
    const init = {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        prefer: 'return=minimal',
        [API_KEY_HEADER]: anonKey,
        ...(idempotencyKey && { [IDEMPOTENCY_KEY_HEADER]: idempotencyKey }),
        ...(suspect && { [SUSPECT_HEADER]: suspect }),
      },
      body: JSON.stringify(rows),
      signal: timeLimit(timeout),
    };
    const response = await outlivingFetch(`${url}${insertPath(table)}`, init, options.fetch);
    if (response.ok) return { ok: true, isRepeat: false };
    const { code, message = response.statusText } = await readError(response);
    if (response.status === 409 && code === UNIQUE_VIOLATION) return { ok: true, isRepeat: true };
    return { ok: false, reason: 'refused', status: response.status, message };
  } catch (error) {
    return {
      ok: false,
      reason: 'unreachable',
      message: error instanceof Error ? error.message : String(error),
    };
  }
}
