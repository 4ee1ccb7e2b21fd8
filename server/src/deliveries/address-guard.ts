import type { LookupAddress, LookupAllOptions } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { isPublicIp } from './public-ip.ts';

export type ResolveHost = (name: string, options: LookupAllOptions) => Promise<LookupAddress[]>;

interface AddressGuardOptions {
  /** True for tests, and for tools such as n8n on the same machine. */
  readonly allowPrivate: boolean;
  readonly resolve?: ResolveHost;
}

export class NotPublicError extends Error {
  readonly code = 'ERR_NOT_PUBLIC';
  readonly address: string;

  constructor(address: string) {
    super(`not public: ${address}`);
    this.address = address;
  }
}

export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

export type AddressGuard = ReturnType<typeof createAddressGuard>;

/** Keeps webhooks and pushes from reaching the seller's own network. */
export function createAddressGuard({ allowPrivate, resolve = lookup }: AddressGuardOptions) {
  const isAllowed = (address: string) => allowPrivate || isPublicIp(address);
  const resolveShared = shareLookups(resolve);

  /** @throws NotPublicError if all addresses are private */
  async function findAllowed(name: string, options: Omit<LookupAllOptions, 'all'> = {}) {
    const addresses = await resolveShared(name, { ...options, all: true });
    const allowed = addresses.filter(({ address }) => isAllowed(address));
    const [firstAddress] = addresses;
    if (firstAddress && allowed.length === 0) throw new NotPublicError(firstAddress.address);
    return allowed;
  }

  const lookupAllowed: LookupFunction = (name, options, callback) => {
    findAllowed(name, { ...options }).then(
      (allowed) => {
        const [first] = allowed;
        if (options.all) callback(null, allowed);
        else if (first) callback(null, first.address, first.family);
        else callback(Object.assign(new Error(`no address: ${name}`), { code: 'ENOTFOUND' }), '');
      },
      (error) => callback(error, ''),
    );
  };

  return {
    /** Returns the host if it is a private IP address, else null. Names are not resolved. */
    forbiddenAddress: (host: string) => (isIP(host) === 0 || isAllowed(host) ? null : host),
    findAddresses: (name: string) => findAllowed(name),
    lookup: lookupAllowed,
  };
}

/** Shares a running lookup among its callers, because a lookup occupies one of Node's few threads. */
function shareLookups(resolve: ResolveHost): ResolveHost {
  const lookupsByKey = new Map<string, Promise<LookupAddress[]>>();
  return (name, options) => {
    const key = `${name} ${options.family ?? 0} ${options.hints ?? 0}`;
    const pendingLookup = lookupsByKey.get(key);
    if (pendingLookup) return pendingLookup;
    const lookupResult = resolve(name, options).finally(() => lookupsByKey.delete(key));
    lookupsByKey.set(key, lookupResult);
    return lookupResult;
  };
}

const MAX_WEBHOOK_URL_LENGTH = 2_000;
/** A name whose lookup takes longer is accepted with a warning. */
const DNS_TIMEOUT_MS = 5_000;

type UrlRefusal =
  | { readonly reason: 'not-an-address' | 'protocol' | 'credentials' | 'length' }
  | { readonly reason: 'private'; readonly address: string };

/** Why an address is probably a mistake, although it is accepted. */
export type UrlWarning = 'unencrypted' | 'unknown-name';

export type CheckedUrl =
  | { readonly ok: true; readonly url: string; readonly warnings: readonly UrlWarning[] }
  | ({ readonly ok: false } & UrlRefusal);

/** Accepts unknown names, because every attempt resolves them again. */
export async function checkUrl(text: string, addressGuard: AddressGuard): Promise<CheckedUrl> {
  // Chats and documents put invisible characters around a copied address.
  const url = URL.parse(text.replace(/^[\s\p{Cf}]{1,99}|[\s\p{Cf}]{1,99}$/gu, ''));
  if (url === null) return { ok: false, reason: 'not-an-address' };
  if (!['http:', 'https:'].includes(url.protocol)) return { ok: false, reason: 'protocol' };
  if (url.username !== '' || url.password !== '') return { ok: false, reason: 'credentials' };
  url.hash = '';
  if (url.href.length > MAX_WEBHOOK_URL_LENGTH) return { ok: false, reason: 'length' };
  const host = hostOf(url);
  const privateAddress =
    addressGuard.forbiddenAddress(host) ??
    (isIP(host) === 0 ? await findPrivateAddress(host, addressGuard) : null);
  if (typeof privateAddress === 'string')
    return { ok: false, reason: 'private', address: privateAddress };
  const warnings: UrlWarning[] = [];
  if (url.protocol === 'http:') warnings.push('unencrypted');
  if (privateAddress === undefined) warnings.push('unknown-name');
  return { ok: true, url: url.href, warnings };
}

/** Returns a private address of the name; null if it has public ones, undefined if it has none. */
function findPrivateAddress(
  host: string,
  addressGuard: AddressGuard,
): Promise<string | null | undefined> {
  const result = addressGuard.findAddresses(host).then(
    (addresses) => (addresses.length > 0 ? null : undefined),
    (error: unknown) => (error instanceof NotPublicError ? error.address : undefined),
  );
  return Promise.race([result, pause(DNS_TIMEOUT_MS, undefined, { ref: false })]);
}

export function describeRefusal(refusal: UrlRefusal): string {
  switch (refusal.reason) {
    case 'not-an-address':
      return 'Escreva o endereço inteiro, como https://exemplo.com/webhook';
    case 'protocol':
      return 'O endereço tem de começar por https:// (ou http://).';
    case 'credentials':
      return 'O endereço não pode ter usuário e senha: quem recebe confere a assinatura.';
    case 'length':
      return 'O endereço é longo demais: cabem 2000 caracteres.';
    case 'private':
      return describePrivateAddress(refusal.address);
  }
}

export const describePrivateAddress = (address: string): string =>
  `O endereço leva a ${address}, que não é da internet pública: quem cuida do servidor pode permitir.`;
