import { setTimeout as pause } from 'node:timers/promises';
import {
  API_KEY_HEADER,
  IDEMPOTENCY_KEY_HEADER,
  insertPath,
  MAX_INSERTED_ROWS,
} from '@funil/contract/capture/protocol';
import type { PlatformName } from '@funil/contract/sales/platforms';
import type { EventRow } from '@funil/contract/visits/event';
import type { PostbackSecrets } from '@funil/server/config/postbacks';
import { BROWSER_HEADERS } from '../browser-headers.ts';
import type { ExpectedReport } from './expected-report.ts';
import { writeNotice } from './platforms/simulators.ts';
import type { SimulatedRequest } from './schedule.ts';

/** Number of requests by endpoint. */
type RequestCounts = Record<SimulatedRequest['endpoint'], number>;

type SentMonth =
  | { readonly ok: true; readonly report: ExpectedReport; readonly requests: RequestCounts }
  | ({ readonly ok: false } & SendFailure);

interface SendMonthOptions {
  readonly month: Generator<SimulatedRequest, ExpectedReport>;
  readonly server: ServerAccess;
  readonly send: SendRequest;
}

const MAX_CONCURRENT_REQUESTS = 16;

/** Sends a month's requests to a server, events in batches, until the first failure. */
export async function sendMonth({ month, server, send }: SendMonthOptions): Promise<SentMonth> {
  const requests: RequestCounts = {
    jornada: 0,
    leads: 0,
    application_drafts: 0,
    applications: 0,
    postbacks: 0,
  };
  const runningRequests = new Set<Promise<void>>();
  const events: EventRow[] = [];
  let failure: SendFailure | null = null;

  async function startRequest(request: SimulatedRequest) {
    if (runningRequests.size >= MAX_CONCURRENT_REQUESTS) await Promise.race(runningRequests);
    requests[request.endpoint] += 1;
    const sending = send(toHttp(request, server)).then((result) => {
      runningRequests.delete(sending);
      failure ??= result;
    });
    runningRequests.add(sending);
  }

  let step = month.next();
  for (; !step.done && failure === null; step = month.next()) {
    if (step.value.endpoint !== 'jornada') await startRequest(step.value);
    else events.push(...step.value.rows);
    while (events.length >= MAX_INSERTED_ROWS) {
      await startRequest({ endpoint: 'jornada', rows: events.splice(0, MAX_INSERTED_ROWS) });
    }
  }
  if (events.length > 0 && failure === null)
    await startRequest({ endpoint: 'jornada', rows: events });
  await Promise.all(runningRequests);
  if (failure !== null) return { ok: false, ...(failure as SendFailure) };
  if (!step.done) throw new Error('The month ended before its last request.');
  return { ok: true, report: step.value, requests };
}

interface HttpRequest {
  readonly endpoint: SimulatedRequest['endpoint'] | `postbacks/${PlatformName}`;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array<ArrayBuffer>;
}

interface ServerAccess {
  /** The server's address, without a slash at its end. */
  readonly url: string;
  readonly anonKey: string;
  readonly secrets: PostbackSecrets;
}

const postbackUrl = (url: string, platform: PlatformName) => `${url}/postbacks/${platform}`;

function toHttp(request: SimulatedRequest, { url, anonKey, secrets }: ServerAccess): HttpRequest {
  if (request.endpoint === 'postbacks') {
    const { platform } = request.notice.sale;
    const { headers, query, body } = writeNotice(request.notice, secrets[platform][0] ?? '');
    const search = new URLSearchParams(query).toString();
    const address = postbackUrl(url, platform) + (search && `?${search}`);
    return { endpoint: `postbacks/${platform}`, url: address, headers, body };
  }
  const { endpoint } = request;
  const rows = endpoint === 'jornada' ? request.rows : request.row;
  const headers: Record<string, string> = {
    ...BROWSER_HEADERS,
    'content-type': 'application/json',
    prefer: 'return=minimal',
    [API_KEY_HEADER]: anonKey,
  };
  if (endpoint === 'leads') headers[IDEMPOTENCY_KEY_HEADER] = request.key;
  else if (endpoint !== 'jornada') headers[IDEMPOTENCY_KEY_HEADER] = request.row.save_id;
  const body = new TextEncoder().encode(JSON.stringify(rows));
  return { endpoint, url: url + insertPath(endpoint), headers, body };
}

export interface SendFailure {
  readonly reason: 'refused' | 'limited' | 'unavailable' | 'unreachable';
  readonly endpoint: HttpRequest['endpoint'];
  /** The last response's status; 0 if no response arrived. */
  readonly status: number;
  readonly detail: string;
  /** How long the sender must wait before the next request, in ms; null if the server does not say. */
  readonly retryAfterMs: number | null;
}

type SendRequest = (request: HttpRequest) => Promise<SendFailure | null>;

const REQUEST_TIMEOUT_MS = 20_000;
const MAX_ATTEMPTS = 6;
const MAX_WAIT_MS = 5_000;
const MAX_RETRY_AFTER_MS = 90_000;

/**
 * Returns a function that repeats a request until the server accepts or refuses it, and resolves with the last
 * failure. Repeats are safe, because the server stores a row or notice only once.
 */
export function createSender(onLimited: (waitMs: number) => void): SendRequest {
  // All requests share a waiting time, because the rate limit counts them together.
  let limitedUntil = 0;
  return async (request) => {
    for (let attempt = 1; ; attempt += 1) {
      await pause(Math.max(0, limitedUntil - performance.now()));
      const failure = await post(request);
      if (failure === null || failure.reason === 'refused' || attempt === MAX_ATTEMPTS) {
        return failure;
      }
      const waitMs = failure.retryAfterMs ?? Math.min(250 * 2 ** attempt, MAX_WAIT_MS);
      if (failure.reason === 'limited') {
        limitedUntil = Math.max(limitedUntil, performance.now() + waitMs);
        onLimited(waitMs);
      } else await pause(waitMs);
    }
  };
}

async function post({ endpoint, url, ...request }: HttpRequest): Promise<SendFailure | null> {
  try {
    const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
    const response = await fetch(url, { method: 'POST', ...request, signal, redirect: 'error' });
    const detail = readMessage(await response.text());
    if (response.ok) return null;
    const { status, headers } = response;
    const seconds = /^\d{1,6}$/.exec(headers.get('retry-after') ?? '')?.[0];
    const retryAfterMs = seconds ? Math.min(Number(seconds) * 1000, MAX_RETRY_AFTER_MS) : null;
    return { reason: reasonOf(status), endpoint, status, detail, retryAfterMs };
  } catch (error) {
    // The server may have stored the request; a repeat stores nothing new.
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const detail = cause instanceof Error ? cause.message : String(cause);
    return { reason: 'unreachable', endpoint, status: 0, detail, retryAfterMs: null };
  }
}

function reasonOf(status: number): SendFailure['reason'] {
  if (status === 429) return 'limited';
  return status >= 500 || status === 408 ? 'unavailable' : 'refused';
}

function readMessage(text: string): string {
  try {
    const { message, details }: Record<string, unknown> = Object(JSON.parse(text));
    return [message, details].filter((part) => typeof part === 'string').join(' ');
  } catch {
    // The text is a proxy's page, whose beginning is enough.
    return text.slice(0, 100);
  }
}

type CheckedServer =
  | { readonly ok: true; readonly accepted: PlatformName[]; readonly notAccepted: PlatformName[] }
  | { readonly ok: false; readonly reason: 'unreachable' | 'not-our-server' };

/**
 * Sorts the platforms by whether the server accepts their notices: an unauthenticated one gets 401 if the server has
 * the platform's secret, else 404, and is not stored.
 */
export async function checkServer(
  url: string,
  platforms: readonly PlatformName[],
): Promise<CheckedServer> {
  const request = (address: string, init: RequestInit) =>
    fetch(address, { ...init, signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) });
  try {
    const health = await request(`${url}/healthz`, { method: 'GET' });
    if (!health.ok) return { ok: false, reason: 'not-our-server' };
    const accepted: PlatformName[] = [];
    const notAccepted: PlatformName[] = [];
    const headers = { 'content-type': 'application/json' };
    for (const platform of platforms) {
      const init = { method: 'POST', headers, body: '{}' };
      const { status } = await request(postbackUrl(url, platform), init);
      (status === 404 || status === 405 ? notAccepted : accepted).push(platform);
    }
    return { ok: true, accepted, notAccepted };
  } catch {
    // No row has been sent, so there is nothing to undo.
    return { ok: false, reason: 'unreachable' };
  }
}
