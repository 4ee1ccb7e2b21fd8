// The one sender. Events leave by it long before React and what forms need have arrived: no more code
// than they take.
import { API_KEY_HEADER, insertPath, type Table } from '@funil/contract/protocol';
import type { Backend } from './backend.ts';
import { outlivingFetch } from './outliving-fetch.ts';

/** Longest wait for an answer, in ms. */
const LONGEST_WAIT = 15_000;

interface Shipment {
  table: Table;
  /** One row or several. */
  rows: object;
  /** Beyond those that every insert has. */
  headers?: Record<string, string>;
  fetch?: typeof fetch | undefined;
}

/** `AbortSignal.timeout` is missing in Safari before 16. */
function timeLimit(): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), LONGEST_WAIT);
  return controller.signal;
}

/**
 * Posts rows as PostgREST takes them; the request outlives the page.
 * @throws what `fetch` throws where there is no answer, or none in time
 */
export function sendRows(
  { url, anonKey }: Backend,
  { table, rows, headers, fetch }: Shipment,
): Promise<Response> {
  const init = {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      prefer: 'return=minimal',
      [API_KEY_HEADER]: anonKey,
      ...headers,
    },
    body: JSON.stringify(rows),
    signal: timeLimit(),
  };
  return outlivingFetch(url + insertPath(table), init, fetch);
}
