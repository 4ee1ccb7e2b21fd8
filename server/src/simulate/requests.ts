import { setTimeout as pause } from 'node:timers/promises';
import type { PlatformName } from '@funil/contract/platforms';
import {
  API_KEY_HEADER,
  IDEMPOTENCY_KEY_HEADER,
  insertPath,
  type Table,
} from '@funil/contract/protocol';
import type { Deed } from './arrivals.ts';
import { writeNotice } from './write-notice.ts';

/** A request as it leaves, whole, so that a repeat of it is the same. */
export interface DoorRequest {
  /** Which door, for a sentence about it. */
  readonly door: Deed['door'] | `postbacks/${PlatformName}`;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array<ArrayBuffer>;
}

export interface Doors {
  /** Of the server, without a slash at its end. */
  readonly url: string;
  readonly anonKey: string;
  readonly secrets: Readonly<Record<PlatformName, string | null>>;
}

export const noticeUrl = (url: string, platform: PlatformName): string =>
  `${url}/postbacks/${platform}`;

/** What the page, or a checkout's server, sends for a deed. */
export function requestOf(deed: Deed, doors: Doors): DoorRequest {
  switch (deed.door) {
    case 'jornada':
      return insert(doors, 'jornada', deed.rows);
    case 'leads':
      return insert(doors, 'leads', deed.row, deed.key);
    case 'application_drafts':
    case 'applications':
      return insert(doors, deed.door, deed.row, deed.row.save_id);
    case 'postbacks': {
      const { platform } = deed.notice.sale;
      const { headers, query, body } = writeNotice(deed.notice, doors.secrets[platform] ?? '');
      const search = new URLSearchParams(query).toString();
      const url = noticeUrl(doors.url, platform) + (search && `?${search}`);
      return { door: `postbacks/${platform}`, url, headers, body };
    }
  }
}

function insert({ url, anonKey }: Doors, table: Table, rows: object, key?: string): DoorRequest {
  return {
    door: table,
    url: url + insertPath(table),
    headers: {
      'content-type': 'application/json',
      prefer: 'return=minimal',
      [API_KEY_HEADER]: anonKey,
      ...(key !== undefined && { [IDEMPOTENCY_KEY_HEADER]: key }),
    },
    body: new TextEncoder().encode(JSON.stringify(rows)),
  };
}

/** Why a request never came through. */
export interface Failure {
  readonly reason: 'refused' | 'limited' | 'unavailable' | 'unreachable';
  readonly door: DoorRequest['door'];
  /** The last answer's status; 0 where there was none. */
  readonly status: number;
  /** What the server says of it, or the network. */
  readonly detail: string;
}

export type Sent = { readonly ok: true } | ({ readonly ok: false } & Failure);
export type Send = (request: DoorRequest) => Promise<Sent>;

const ANSWER_TIMEOUT_MS = 20_000;
/** How often a request is tried where the server limits, is busy, or does not answer. */
const ATTEMPTS = { limited: 4, unavailable: 10, unreachable: 6, refused: 1 } as const;
/** Waits where the server names none; and the longest that it may ask for. */
const FIRST_WAIT_MS = 250;
const MAX_WAIT_MS = 5_000;
const MAX_ASKED_WAIT_MS = 90_000;

/**
 * Sends what may be sent again, until it is taken: every row and notice of the simulation is stored once,
 * however often it comes.
 * @param onLimited hears for how many ms the server wants no further request
 */
export function createSender(onLimited: (wait: number) => void): Send {
  /** Until then nobody asks: the limit is one for all requests. */
  let closedUntil = 0;
  return async (request) => {
    const attempts = { limited: 0, unavailable: 0, unreachable: 0, refused: 0 };
    for (;;) {
      await pause(Math.max(0, closedUntil - performance.now()));
      const answer = await post(request);
      if (answer === null) return { ok: true };
      const { wait, ...failure } = answer;
      const { reason } = failure;
      attempts[reason] += 1;
      if (attempts[reason] >= ATTEMPTS[reason]) return { ok: false, ...failure };
      const rest = wait ?? Math.min(FIRST_WAIT_MS * 2 ** attempts[reason], MAX_WAIT_MS);
      if (reason === 'limited') {
        closedUntil = Math.max(closedUntil, performance.now() + rest);
        onLimited(rest);
      } else await pause(rest);
    }
  };
}

/** @returns null where the request was taken */
async function post({
  door,
  url,
  headers,
  body,
}: DoorRequest): Promise<(Failure & { wait: number | null }) | null> {
  try {
    const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
    const response = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'error' });
    const text = await response.text();
    if (response.ok) return null;
    const { status } = response;
    const wait = waitOf(response.headers.get('retry-after'));
    return { reason: reasonOf(status), door, status, detail: messageOf(text), wait };
  } catch (error) {
    // Whether it was stored is not known; sent again, it is stored once.
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const detail = cause instanceof Error ? cause.message : String(cause);
    return { reason: 'unreachable', door, status: 0, detail, wait: null };
  }
}

function reasonOf(status: number): Failure['reason'] {
  if (status === 429) return 'limited';
  return status >= 500 || status === 408 ? 'unavailable' : 'refused';
}

/** `Retry-After` in seconds, as this repository's server writes it. */
function waitOf(header: string | null): number | null {
  if (header === null || !/^\d{1,6}$/.test(header)) return null;
  return Math.min(Number(header) * 1000, MAX_ASKED_WAIT_MS);
}

/** What an error's body says, in PostgREST's shape. */
function messageOf(text: string): string {
  try {
    const { message, details }: Record<string, unknown> = Object(JSON.parse(text));
    return [message, details].filter((part) => typeof part === 'string').join(' ');
  } catch {
    // A proxy's page: what stands at its beginning says enough.
    return text.slice(0, 100);
  }
}
