import * as jose from 'jose';
import type { Selectable } from 'kysely';
import { z } from 'zod';
import type { ServerKeys } from '../../settings/secrets-key.ts';
import type { Database, Tables } from '../../store/database.ts';
import { SIGNING_KEY_USE_MS } from '../../store/retention.ts';
import type { Session } from '../sessions.ts';

export const TOKEN_LIFETIME_S = 900;
const TOKEN_ISSUER = 'funil/auth/v1';
const TOKEN_AUDIENCE = 'authenticated';

const CLAIMS_SCHEMA = z.object({
  sub: z.uuid(),
  session_id: z.uuid(),
  aal: z.enum(['aal1', 'aal2']),
  amr: z.array(z.object({ method: z.string(), timestamp: z.number() })).catch([]),
});

export type Claims = z.infer<typeof CLAIMS_SCHEMA>;

/** Makes a token with the claims of Supabase Auth. `expiresAt` is in seconds since 1970. */
export async function makeAccessToken(
  keyring: Keyring,
  session: Pick<Session, 'id' | 'operator_id' | 'aal' | 'amr'>,
  email: string,
  now: number,
) {
  const { kid, privateKey } = await keyring.ensureSigningKey();
  const issuedAt = Math.floor(now / 1000);
  const expiresAt = issuedAt + TOKEN_LIFETIME_S;
  const token = await new jose.SignJWT({
    role: TOKEN_AUDIENCE,
    email,
    session_id: session.id,
    aal: session.aal,
    amr: [...session.amr].reverse(),
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: {},
    is_anonymous: false,
  })
    .setProtectedHeader({ alg: 'ES256', typ: 'JWT', kid })
    .setIssuer(TOKEN_ISSUER)
    .setAudience(TOKEN_AUDIENCE)
    .setSubject(session.operator_id)
    .setIssuedAt(issuedAt)
    .setExpirationTime(expiresAt)
    .sign(privateKey);
  return { token, expiresAt };
}

export async function verifyAccessToken(
  keyring: Keyring,
  token: string,
  now: number,
): Promise<Claims | null> {
  try {
    const { payload } = await jose.jwtVerify(token, keyring.findPublicKey, {
      // The fixed algorithm excludes `none` and shared secrets.
      algorithms: ['ES256'],
      issuer: TOKEN_ISSUER,
      audience: TOKEN_AUDIENCE,
      requiredClaims: ['exp', 'iat', 'sub'],
      currentDate: new Date(now),
    });
    return CLAIMS_SCHEMA.safeParse(payload).data ?? null;
  } catch (error) {
    if (error instanceof jose.errors.JOSEError || error instanceof TypeError) return null;
    throw error;
  }
}

/** Keys are read at most this often, because an unknown key id causes a read, and anyone may send one. */
const MIN_KEY_READ_INTERVAL_MS = 2_000;

export type Keyring = ReturnType<typeof createKeyring>;

export function createKeyring(database: Database, serverKeys: ServerKeys, now: () => number) {
  let keys: readonly SigningKey[] = [];
  let findKey = jose.createLocalJWKSet({ keys: [] });
  let readAt = Number.NEGATIVE_INFINITY;

  async function readKeys() {
    keys = await readSigningKeys(database, serverKeys);
    findKey = jose.createLocalJWKSet({ keys: keys.map(({ publicJwk }) => publicJwk) });
    readAt = now();
  }

  // The absolute value also covers a clock that was set back.
  const mayReadKeys = () => Math.abs(now() - readAt) > MIN_KEY_READ_INTERVAL_MS;
  // A key from the future was made before the clock was set back, and would sign for years.
  const findCurrent = () =>
    keys.find(({ createdAt }) => Math.abs(now() - createdAt) < SIGNING_KEY_USE_MS);

  async function ensureSigningKey() {
    if (!findCurrent()) await readKeys();
    if (!findCurrent()) {
      await rotateSigningKey(database, serverKeys, now());
      await readKeys();
    }
    const key = findCurrent();
    if (!key) throw new Error('No signing key exists.');
    return key;
  }

  const findPublicKey: jose.JWTVerifyGetKey = async (header, token) => {
    if (!keys.some(({ kid }) => kid === header.kid) && mayReadKeys()) await readKeys();
    return findKey(header, token);
  };

  return {
    ensureSigningKey,
    findPublicKey,
    async listPublicKeys() {
      await ensureSigningKey();
      if (mayReadKeys()) await readKeys();
      return { keys: keys.map(({ publicJwk }) => publicJwk) };
    },
  };
}

interface SigningKey {
  readonly kid: string;
  readonly publicJwk: jose.JWK;
  readonly privateKey: CryptoKey | Uint8Array;
  readonly createdAt: number;
}

const sealedName = (kid: string) => `signing key ${kid}`;

async function readSigningKeys(database: Database, serverKeys: ServerKeys): Promise<SigningKey[]> {
  const rows = await readSealedSigningKeys(database);
  const signingKeys = await Promise.all(
    rows.map(async ({ kid, private_jwk, created_at }) => {
      const opened = serverKeys.open(sealedName(kid), private_jwk);
      if (opened === null) return [];
      const jwk = JSON.parse(opened);
      const { kty, crv, x, y } = jwk;
      const key: SigningKey = {
        kid,
        publicJwk: { kty, crv, x, y, kid, alg: 'ES256', use: 'sig', key_ops: ['verify'] },
        privateKey: await jose.importJWK(jwk, 'ES256'),
        createdAt: Date.parse(created_at),
      };
      return [key];
    }),
  );
  return signingKeys.flat();
}

type SigningKeyRow = Selectable<Tables['signing_keys']>;

export const readSealedSigningKeys = (database: Database): Promise<SigningKeyRow[]> =>
  database
    .selectFrom('signing_keys')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('kid')
    .execute();

export const findUnreadableSigningKeys = (
  rows: readonly SigningKeyRow[],
  open: ServerKeys['open'],
): string[] =>
  rows
    .filter(({ kid, private_jwk }) => open(sealedName(kid), private_jwk) === null)
    .map(({ kid }) => kid);

/** Removes everything that a lost server key has sealed, and all sessions. Returns whether a key was lost. */
export async function removeDataOfLostKey(database: Database, keys: ServerKeys): Promise<boolean> {
  const unreadable = findUnreadableSigningKeys(await readSealedSigningKeys(database), keys.open);
  if (unreadable.length === 0) return false;
  await database.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('signing_keys').where('kid', 'in', unreadable).execute();
    // Deleting a session also deletes its devices, which subscribed with the lost push key.
    await transaction.deleteFrom('operator_sessions').execute();
    await transaction.deleteFrom('push_keys').execute();
  });
  return true;
}

async function rotateSigningKey(database: Database, serverKeys: ServerKeys, now: number) {
  const { privateKey } = await jose.generateKeyPair('ES256', { extractable: true });
  const jwk = await jose.exportJWK(privateKey);
  const kid = await jose.calculateJwkThumbprint(jwk);
  await database
    .insertInto('signing_keys')
    .values({
      kid,
      private_jwk: serverKeys.seal(sealedName(kid), JSON.stringify(jwk)),
      created_at: new Date(now).toISOString(),
    })
    .execute();
}
