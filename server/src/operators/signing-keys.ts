import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import type { Database } from '../store/database.ts';
import { operatorTables, toMoment } from './tables.ts';

export interface SigningKey {
  readonly kid: string;
  readonly publicJwk: JWK;
  readonly privateKey: CryptoKey;
  readonly publicKey: CryptoKey;
  /** In ms since 1970. */
  readonly createdAt: number;
}

/** All keys that may have signed what is still valid, the newest first. */
export async function readSigningKeys(database: Database): Promise<SigningKey[]> {
  const rows = await operatorTables(database)
    .selectFrom('signing_keys')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('kid')
    .execute();
  return Promise.all(
    rows.map((row) => toKey(row.kid, JSON.parse(row.private_jwk), Date.parse(row.created_at))),
  );
}

/** Makes a key to sign with, and forgets those made before a moment in ms. */
export async function makeSigningKey(
  database: Database,
  now: number,
  forgetBefore: number,
): Promise<void> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk = await exportJWK(privateKey);
  const tables = operatorTables(database);
  await tables
    .insertInto('signing_keys')
    .values({
      kid: await calculateJwkThumbprint(jwk),
      private_jwk: JSON.stringify(jwk),
      created_at: toMoment(now),
    })
    .execute();
  await tables
    .deleteFrom('signing_keys')
    .where('created_at', '<', toMoment(forgetBefore))
    .execute();
}

async function toKey(kid: string, jwk: JWK, createdAt: number): Promise<SigningKey> {
  const { kty, crv, x, y } = jwk;
  const publicJwk = { kty, crv, x, y, kid, alg: 'ES256', use: 'sig', key_ops: ['verify'] } as JWK;
  return {
    kid,
    publicJwk,
    privateKey: await importKey(jwk),
    publicKey: await importKey(publicJwk),
    createdAt,
  };
}

async function importKey(jwk: JWK): Promise<CryptoKey> {
  const key = await importJWK(jwk, 'ES256');
  if (key instanceof Uint8Array) throw new Error('A signing key is symmetric.');
  return key;
}
