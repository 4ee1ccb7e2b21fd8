// This file is small, because events need it before the forms' code loads.
import {
  API_KEY_HEADER,
  type CaptureTable,
  insertPath,
  LOCAL_ANON_KEY,
} from '@funil/contract/capture/protocol';

/** Where rows go; the build sets both values. `url` is empty for the page's own server. */
export const backend = {
  url: import.meta.env.PUBLIC_SUPABASE_URL?.replace(/\/+$/, '') ?? '',
  anonKey: import.meta.env.PUBLIC_SUPABASE_ANON_KEY ?? LOCAL_ANON_KEY,
};

const REQUEST_TIMEOUT_MS = 15_000;

/** Safari before 16 lacks `AbortSignal.timeout`. */
function createTimeoutSignal(): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), REQUEST_TIMEOUT_MS);
  return controller.signal;
}

/** The bytes that browsers allow for all running `keepalive` requests together. */
const KEEPALIVE_QUOTA_BYTES = 64 * 1024;

let pendingBytes = 0;

const waitForNextTask = () => new Promise((resolve) => setTimeout(resolve));

/** Sends with `keepalive`, which outlives the page, unless the quota is used up. */
async function fetchKeepalive(
  url: string,
  init: RequestInit & { body: string },
): Promise<Response> {
  const bytes = new TextEncoder().encode(init.body).length;
  if (pendingBytes + bytes > KEEPALIVE_QUOTA_BYTES) return fetch(url, init);
  pendingBytes += bytes;
  const response = fetch(url, { ...init, keepalive: true });
  try {
    // Beacons use the same quota, so the browser may still refuse, at once. Later errors are network errors.
    const isKeepaliveRefused = await Promise.race([
      response.then(() => false).catch(() => true),
      waitForNextTask(),
    ]);
    return await (isKeepaliveRefused === true ? fetch(url, init) : response);
  } finally {
    pendingBytes -= bytes;
  }
}

/** Posts rows by PostgREST's protocol. Throws fetch's error if no response arrives within the timeout. */
export const sendRows = (
  table: CaptureTable,
  rows: object,
  headers?: Record<string, string>,
): Promise<Response> =>
  fetchKeepalive(backend.url + insertPath(table), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      prefer: 'return=minimal',
      [API_KEY_HEADER]: backend.anonKey,
      ...headers,
    },
    body: JSON.stringify(rows),
    signal: createTimeoutSignal(),
  });
