// The one sender. Events leave by it long before React and what forms need have arrived: no more code
// than they take.
import { API_KEY_HEADER, insertPath, LOCAL_ANON_KEY, type Table } from '@funil/contract/protocol';

/** Where rows go, as the build was told. `url` is empty when the page's own server takes them. */
export const backend = {
  url: (import.meta.env.PUBLIC_SUPABASE_URL ?? '').replace(/\/+$/, ''),
  anonKey: import.meta.env.PUBLIC_SUPABASE_ANON_KEY ?? LOCAL_ANON_KEY,
};

/** Longest wait for an answer. */
const ANSWER_TIMEOUT_MS = 15_000;

/** `AbortSignal.timeout` is missing in Safari before 16. */
function timeLimit(): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), ANSWER_TIMEOUT_MS);
  return controller.signal;
}

/** Bytes of requests under way that browsers let outlive a page, all of them together. */
const KEEPALIVE_QUOTA_BYTES = 64 * 1024;

let bytesUnderWay = 0;

const turn = () => new Promise((resolve) => setTimeout(resolve));

/**
 * A fetch that goes on when the page ends, where the browser allows it: what is too large for that, or
 * refused before it left, goes as any other request does.
 */
async function outlivingFetch(
  url: string,
  init: RequestInit & { body: string },
): Promise<Response> {
  const size = new TextEncoder().encode(init.body).length;
  if (bytesUnderWay + size > KEEPALIVE_QUOTA_BYTES) return fetch(url, init);
  bytesUnderWay += size;
  const answer = fetch(url, { ...init, keepalive: true });
  try {
    // Beacons count towards the quota too, unseen by this: a browser refuses within the same turn, while
    // trouble of the network comes later and is told to the caller.
    const isRefused = await Promise.race([answer.then(() => false).catch(() => true), turn()]);
    return await (isRefused === true ? fetch(url, init) : answer);
  } finally {
    bytesUnderWay -= size;
  }
}

/**
 * Posts one row or several as PostgREST takes them; the request outlives the page.
 * @param headers beyond those that every insert has
 * @throws what `fetch` throws where there is no answer, or none in time
 */
export const sendRows = (
  table: Table,
  rows: object,
  headers?: Record<string, string>,
): Promise<Response> =>
  outlivingFetch(backend.url + insertPath(table), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      prefer: 'return=minimal',
      [API_KEY_HEADER]: backend.anonKey,
      ...headers,
    },
    body: JSON.stringify(rows),
    signal: timeLimit(),
  });
