import type { LookupAddress, LookupAllOptions } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { setTimeout as rest } from 'node:timers/promises';
import { isPublicAddress } from '../public-address.ts';

/** All addresses of a name. */
export type Resolve = (name: string, options: LookupAllOptions) => Promise<LookupAddress[]>;

export interface GuardOptions {
  /** Takes addresses of private networks too: n8n on the same machine, tests. */
  readonly allowPrivate: boolean;
  /** The system's own where it is not said. */
  readonly resolve?: Resolve;
}

/** Keeps what is sent to the addresses it may go to. */
export interface Guard {
  /** The first forbidden address of a host that is an address itself; null: it is none, or may be used. */
  refuse(host: string): string | null;
  /** What sockets look names up by: of a name's addresses they get those they may go to. */
  readonly lookup: LookupFunction;
  /** The addresses of a name, those it may not use left out. */
  find(name: string): Promise<LookupAddress[]>;
}

/** A name leads to forbidden addresses alone. */
export class NotPublicError extends Error {
  readonly code = 'ERR_NOT_PUBLIC';
  readonly address: string;

  constructor(address: string) {
    super(`not public: ${address}`);
    this.address = address;
  }
}

/** A URL's host without the brackets of IPv6. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

export function createGuard({ allowPrivate, resolve = lookup }: GuardOptions): Guard {
  const mayUse = (address: string) => allowPrivate || isPublicAddress(address);
  const resolveOnce = shareUnderWay(resolve);

  async function find(name: string, options: Omit<LookupAllOptions, 'all'> = {}) {
    const addresses = await resolveOnce(name, { ...options, all: true });
    const usable = addresses.filter(({ address }) => mayUse(address));
    const [first] = addresses;
    if (first && usable.length === 0) throw new NotPublicError(first.address);
    return usable;
  }

  return {
    refuse: (host) => (isIP(host) === 0 || mayUse(host) ? null : host),
    find: (name) => find(name),
    lookup(name, options, callback) {
      find(name, { ...options }).then(
        (usable) => {
          const [first] = usable;
          if (options.all) callback(null, usable);
          else if (first) callback(null, first.address, first.family);
          else callback(Object.assign(new Error(`no address: ${name}`), { code: 'ENOTFOUND' }), '');
        },
        (error) => callback(error, ''),
      );
    },
  };
}

/**
 * A name is looked up once at a time, however many ask: the system's look-ups hold a thread each, and
 * there are few. An answer is nobody's who asks later.
 */
function shareUnderWay(resolve: Resolve): Resolve {
  const underWay = new Map<string, Promise<LookupAddress[]>>();
  return (name, options) => {
    const key = `${name} ${options.family ?? 0} ${options.hints ?? 0}`;
    const asked = underWay.get(key);
    if (asked) return asked;
    const answer = resolve(name, options).finally(() => underWay.delete(key));
    underWay.set(key, answer);
    return answer;
  };
}

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

/** Why webhooks may not go to an address, for the operator. */
export function describeRefusal(refusal: UrlRefusal): string {
  switch (refusal.reason) {
    case 'not-an-address':
      return 'Escreva o endereço inteiro, como https://exemplo.com/webhook';
    case 'protocol':
      return 'O endereço tem de começar por https:// (ou http://).';
    case 'credentials':
      return 'O endereço não pode ter usuário e senha: quem recebe confere a assinatura (docs/webhooks.md).';
    case 'length':
      return 'O endereço é longo demais: cabem 2000 caracteres.';
    case 'private':
      return describeForbidden(refusal.address);
  }
}

export const describeForbidden = (address: string): string =>
  `O endereço leva a ${address}, que não é da internet pública; WEBHOOK_ALLOW_PRIVATE=true permite.`;
