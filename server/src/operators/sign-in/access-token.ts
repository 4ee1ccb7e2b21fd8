import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import type { Session } from '../sessions.ts';
import type { Keyring } from './keyring.ts';

/** How long an access token is valid, in s. */
export const TOKEN_LIFE = 900;
/** Whoever's tokens these are: the same under every name that the console is reached by. */
const ISSUER = 'funil/auth/v1';
const AUDIENCE = 'authenticated';

const CLAIMS = z.object({
  sub: z.uuid(),
  session_id: z.uuid(),
  aal: z.enum(['aal1', 'aal2']),
  amr: z.array(z.object({ method: z.string(), timestamp: z.number() })).catch([]),
});

/** What an access token of ours says of who bears it. */
export type Claims = z.infer<typeof CLAIMS>;

export interface AccessToken {
  readonly token: string;
  /** Seconds since 1970. */
  readonly expiresAt: number;
}

/** Makes a session's access token: ES256, 15 minutes, with the claims of Supabase Auth. */
export async function signToken(
  keyring: Keyring,
  session: Session,
  email: string,
  now: number,
): Promise<AccessToken> {
  const { kid, privateKey } = await keyring.current();
  const issuedAt = Math.floor(now / 1000);
  const expiresAt = issuedAt + TOKEN_LIFE;
  const claims = {
    role: AUDIENCE,
    email,
    session_id: session.id,
    aal: session.aal,
    amr: [...session.amr].reverse(),
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: {},
    is_anonymous: false,
  };
  const token = await new SignJWT(claims satisfies JWTPayload)
    .setProtectedHeader({ alg: 'ES256', typ: 'JWT', kid })
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setSubject(session.operatorId)
    .setIssuedAt(issuedAt)
    .setExpirationTime(expiresAt)
    .sign(privateKey);
  return { token, expiresAt };
}

/** @returns null: not ours, not for us, changed, or over */
export async function verifyToken(
  keyring: Keyring,
  token: string,
  now: number,
): Promise<Claims | null> {
  try {
    const { payload } = await jwtVerify(
      token,
      async ({ kid }) => {
        const key = typeof kid === 'string' ? await keyring.find(kid) : undefined;
        if (!key) throw new errors.JWKSNoMatchingKey();
        return key.publicKey;
      },
      {
        // Whatever the token says of itself: neither `none` nor a shared secret is ever believed.
        algorithms: ['ES256'],
        issuer: ISSUER,
        audience: AUDIENCE,
        requiredClaims: ['exp', 'iat', 'sub'],
        currentDate: new Date(now),
      },
    );
    return CLAIMS.safeParse(payload).data ?? null;
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof TypeError) return null;
    throw error;
  }
}
