import type { JWK } from 'jose';
import type { Database } from '../../store/database.ts';
import { SIGNING_KEY_MS, SIGNING_KEY_USE_MS } from '../../store/retention.ts';
import { makeSigningKey, readSigningKeys, type SigningKey } from '../signing-keys.ts';

/** How long, in ms, what was read of the database is believed when a key is not among it. */
const FRESH = 2_000;

export interface Keyring {
  /** The key to sign with, made when there is none young enough. */
  current(): Promise<SigningKey>;
  /** A key by its id; undefined: none of ours. */
  find(kid: string): Promise<SigningKey | undefined>;
  /** What others verify by: a JSON Web Key Set. */
  publicKeys(): Promise<{ keys: JWK[] }>;
}

/** The keys in the database, which all replicas share. */
export function createKeyring(database: Database, now: () => number): Keyring {
  let keys: readonly SigningKey[] = [];
  let readAt = Number.NEGATIVE_INFINITY;

  async function read() {
    keys = await readSigningKeys(database);
    readAt = now();
  }

  // Also after a step of the clock, in either direction.
  const isStale = () => Math.abs(now() - readAt) > FRESH;
  const findYoung = () => keys.find(({ createdAt }) => now() - createdAt < SIGNING_KEY_USE_MS);

  return {
    async current() {
      const young = findYoung();
      if (young) return young;
      await read();
      if (!findYoung()) {
        await makeSigningKey(database, now(), now() - SIGNING_KEY_MS);
        await read();
      }
      const made = findYoung();
      if (!made) throw new Error('There is no key to sign with.');
      return made;
    },
    async find(kid) {
      const isThere = (key: SigningKey) => key.kid === kid;
      if (!keys.some(isThere) && isStale()) await read();
      return keys.find(isThere);
    },
    async publicKeys() {
      await this.current();
      if (isStale()) await read();
      return { keys: keys.map(({ publicJwk }) => publicJwk) };
    },
  };
}
