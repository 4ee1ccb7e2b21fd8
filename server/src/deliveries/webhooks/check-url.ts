import { isIP } from 'node:net';
import { setTimeout as rest } from 'node:timers/promises';
import { type Guard, hostOf, NotPublicError } from './guard.ts';

const MAX_URL_LENGTH = 2_000;
/** How long a name is looked up before an endpoint is taken without, in ms. */
const DNS_TIMEOUT_MS = 5_000;

export type UrlRefusal =
  | { readonly reason: 'not-an-address' | 'protocol' | 'credentials' | 'length' }
  | { readonly reason: 'private'; readonly address: string };

/** What may be meant so, and should be known. */
export type UrlWarning =
  /** What is sent can be read on its way. */
  | 'unencrypted'
  /** Nobody knows the name, now and here. */
  | 'unknown-name';

export type CheckedUrl =
  | { readonly ok: true; readonly url: string; readonly warnings: readonly UrlWarning[] }
  | ({ readonly ok: false } & UrlRefusal);

/**
 * Whether webhooks may go to an address. A name that nobody knows yet is taken: where it leads is looked
 * at again at every try. Any port is: it is the operator's choice, and public hosts alone are reached.
 */
export async function checkUrl(text: string, guard: Guard): Promise<CheckedUrl> {
  const trimmed = text.trim();
  if (!URL.canParse(trimmed)) return { ok: false, reason: 'not-an-address' };
  const url = new URL(trimmed);
  if (!['http:', 'https:'].includes(url.protocol)) return { ok: false, reason: 'protocol' };
  // A password would stand in every list of endpoints; the signature proves who sends.
  if (url.username !== '' || url.password !== '') return { ok: false, reason: 'credentials' };
  url.hash = '';
  if (url.href.length > MAX_URL_LENGTH) return { ok: false, reason: 'length' };
  const host = hostOf(url);
  const forbidden = guard.refuse(host);
  if (forbidden !== null) return { ok: false, reason: 'private', address: forbidden };
  const found = isIP(host) !== 0 || (await lookUp(host, guard));
  if (found instanceof NotPublicError) {
    return { ok: false, reason: 'private', address: found.address };
  }
  const warnings: UrlWarning[] = [
    ...(url.protocol === 'http:' ? (['unencrypted'] as const) : []),
    ...(found ? [] : (['unknown-name'] as const)),
  ];
  return { ok: true, url: url.href, warnings };
}

async function lookUp(host: string, guard: Guard): Promise<boolean | NotPublicError> {
  const known = guard.find(host).then(
    (addresses) => addresses.length > 0,
    (error: unknown) => error instanceof NotPublicError && error,
  );
  return Promise.race([known, rest(DNS_TIMEOUT_MS, false, { ref: false })]);
}
