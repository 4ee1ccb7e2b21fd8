import type { LookupAddress, LookupAllOptions } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.ts';

/** All addresses of a name. */
export type Resolve = (name: string, options: LookupAllOptions) => Promise<LookupAddress[]>;

export interface GuardTerms {
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

export function createGuard({ allowPrivate, resolve = lookup }: GuardTerms): Guard {
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
