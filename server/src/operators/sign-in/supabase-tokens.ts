import { emailKey } from '@funil/contract/person';
import { createRemoteJWKSet, errors, jwtVerify } from 'jose';
import { z } from 'zod';
import type { ConsoleConfig } from '../../config/config.ts';
import { PROBLEMS } from '../../http/console-problem.ts';
import { CLAIMS } from './access-token.ts';
import { type Authenticate, lastFactorTime, refuse } from './authenticate.ts';

const PROJECT_TIMEOUT_MS = 5_000;
/** The project's response about a session is reused for this time. */
const SESSION_CACHE_MS = 30_000;
const MAX_CACHED_SESSIONS = 1_000;

const PROJECT_CLAIMS = CLAIMS.extend({ email: z.string().transform(emailKey) });
type ProjectClaims = z.infer<typeof PROJECT_CLAIMS>;

const USER = z.object({
  id: z.uuid(),
  factors: z.array(z.object({ status: z.string() })).nullish(),
});

/** A Supabase project that operators sign in to. */
interface Project {
  /** The project's address without `/auth/v1`. */
  readonly url: string;
  /** The value of the header `apikey`. */
  readonly key: string;
  /** The project's users that may sign in here. */
  readonly operators: ConsoleConfig['operators'];
}

/**
 * Verifies access tokens of a Supabase project: the signature by the project's public keys, and the session by asking
 * the project every 30 s.
 * @see https://supabase.com/docs/guides/auth/jwts
 */
export function createSupabaseAuthenticator(project: Project, now: () => number): Authenticate {
  const issuer = `${project.url}/auth/v1`;
  const keys = createRemoteJWKSet(new URL(`${issuer}/.well-known/jwks.json`), {
    timeoutDuration: PROJECT_TIMEOUT_MS,
  });
  const sessions = new Map<string, { readonly at: number; readonly hasFactor: boolean }>();

  async function verify(token: string): Promise<ProjectClaims | null> {
    const { payload } = await jwtVerify(token, keys, {
      algorithms: ['ES256', 'RS256'],
      issuer,
      audience: 'authenticated',
      requiredClaims: ['exp', 'sub'],
      currentDate: new Date(now()),
    });
    return PROJECT_CLAIMS.safeParse(payload).data ?? null;
  }

  /** Returns null if the project has no such session. */
  async function findSession(token: string, { sub, session_id: id }: ProjectClaims) {
    const cached = sessions.get(id);
    if (cached && Math.abs(now() - cached.at) < SESSION_CACHE_MS) return cached;
    const response = await fetch(`${issuer}/user`, {
      headers: { authorization: `Bearer ${token}`, apikey: project.key },
      signal: AbortSignal.timeout(PROJECT_TIMEOUT_MS),
      redirect: 'error',
    });
    if (response.status >= 500 || response.status === 429)
      throw new Error('The Supabase project does not answer.');
    const user = response.ok ? USER.safeParse(await response.json()).data : undefined;
    sessions.delete(id);
    if (user?.id !== sub) return null;
    if (sessions.size >= MAX_CACHED_SESSIONS) sessions.clear();
    const hasFactor = user.factors?.some(({ status }) => status === 'verified') ?? false;
    const session = { at: now(), hasFactor };
    sessions.set(id, session);
    return session;
  }

  return async (token) => {
    try {
      const claims = await verify(token);
      if (!claims) return refuse(PROBLEMS.badToken);
      const listed = project.operators.find(({ email }) => email === claims.email);
      if (!listed) return refuse(PROBLEMS.notOperator);
      const session = await findSession(token, claims);
      if (!session) return refuse(PROBLEMS.sessionEnded);
      const { sub: id, session_id: sessionId, aal } = claims;
      const auth = {
        aal,
        hasFactor: session.hasFactor,
        factorVerifiedAt: lastFactorTime(claims.amr),
      };
      return { ok: true, auth: { ...auth, operator: { id, ...listed, sessionId } } };
    } catch (error) {
      return refuse(isRefusal(error) ? PROBLEMS.badToken : PROBLEMS.unavailable);
    }
  };
}

/** Whether the token is invalid, as opposed to an unreachable project. */
const isRefusal = (error: unknown): boolean =>
  error instanceof errors.JOSEError &&
  error.code !== 'ERR_JWKS_TIMEOUT' &&
  error.code !== 'ERR_JOSE_GENERIC';
