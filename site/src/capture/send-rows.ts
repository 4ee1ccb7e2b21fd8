// The one sender. Events use it long before React and the forms' code arrive, so it holds no more than they need.
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

/** Browsers allow this many bytes in all `keepalive` requests under way together. */
const KEEPALIVE_QUOTA_BYTES = 64 * 1024;

let bytesUnderWay = 0;

const turn = () => new Promise((resolve) => setTimeout(resolve));

/** Fetches with `keepalive`, which outlives the page; without it if the body is too large or the browser refuses. */
async function outlivingFetch(
  url: string,
  init: RequestInit & { body: string },
): Promise<Response> {
  const size = new TextEncoder().encode(init.body).length;
  if (bytesUnderWay + size > KEEPALIVE_QUOTA_BYTES) return fetch(url, init);
  bytesUnderWay += size;
  const answer = fetch(url, { ...init, keepalive: true });
  try {
    // Beacons count towards the quota too. A browser refuses within the same turn; network errors come later
    // and are the caller's.
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
