import { emailKey } from '@funil/contract/person';
import { createRemoteJWKSet, errors, jwtVerify } from 'jose';
import { z } from 'zod';
import type { ConsoleConfig } from '../../config/console.ts';
import { PROBLEMS, type Problem } from '../../http/console-problem.ts';
import type { Authenticate, Authenticated } from './authenticate.ts';
import { lastFactorAt } from './fresh-factor.ts';

/** Longest wait for the project's answer, in ms. */
const PATIENCE = 5_000;
/** How long, in ms, a session that the project said lives is believed to. */
const FRESH = 30_000;
/** Most sessions remembered. */
const MOST = 1_000;

const CLAIMS = z.object({
  sub: z.uuid(),
  session_id: z.uuid(),
  email: z.string().transform(emailKey),
  aal: z.enum(['aal1', 'aal2']),
  amr: z.array(z.object({ method: z.string(), timestamp: z.number() })).catch([]),
});
type Claims = z.infer<typeof CLAIMS>;

const USER = z.object({
  id: z.uuid(),
  factors: z.array(z.object({ status: z.string() })).nullish(),
});

/** A Supabase project that operators sign in to. */
interface Project {
  /** Without `/auth/v1`. */
  readonly url: string;
  /** What it wants in `apikey`. */
  readonly key: string;
  /** Whose tokens are taken: everybody else of the project is nobody here. */
  readonly operators: ConsoleConfig['operators'];
}

const refused = (problem: Problem): Authenticated => ({ ok: false, problem });

/**
 * Judges the tokens of a Supabase project's sign-in: by its public keys, and by asking it every half a
 * minute whether the session lives.
 * @see https://supabase.com/docs/guides/auth/jwts
 */
export function foreignTokens(project: Project, now: () => number): Authenticate {
  const issuer = `${project.url}/auth/v1`;
  const keys = createRemoteJWKSet(new URL(`${issuer}/.well-known/jwks.json`), {
    timeoutDuration: PATIENCE,
  });
  const seen = new Map<string, { readonly at: number; readonly hasFactor: boolean }>();

  async function verify(token: string): Promise<Claims | null> {
    const { payload } = await jwtVerify(token, keys, {
      algorithms: ['ES256', 'RS256'],
      issuer,
      audience: 'authenticated',
      requiredClaims: ['exp', 'sub'],
      currentDate: new Date(now()),
    });
    return CLAIMS.safeParse(payload).data ?? null;
  }

  /** Null: the project knows no such session. */
  async function askUser(token: string, { sub, session_id: id }: Claims) {
    const known = seen.get(id);
    if (known && Math.abs(now() - known.at) < FRESH) return known;
    const answer = await fetch(`${issuer}/user`, {
      headers: { authorization: `Bearer ${token}`, apikey: project.key },
      signal: AbortSignal.timeout(PATIENCE),
      redirect: 'error',
    });
    if (answer.status >= 500 || answer.status === 429)
      throw new Error('The project has no answer.');
    const user = answer.ok ? USER.safeParse(await answer.json()).data : undefined;
    seen.delete(id);
    if (user?.id !== sub) return null;
    if (seen.size >= MOST) seen.clear();
    const hasFactor = user.factors?.some(({ status }) => status === 'verified') ?? false;
    const found = { at: now(), hasFactor };
    seen.set(id, found);
    return found;
  }

  return async (token) => {
    try {
      const claims = await verify(token);
      if (!claims) return refused(PROBLEMS.badToken);
      const listed = project.operators.find(({ email }) => email === claims.email);
      if (!listed) return refused(PROBLEMS.notOperator);
      const user = await askUser(token, claims);
      if (!user) return refused(PROBLEMS.sessionEnded);
      const { sub: id, session_id: sessionId, aal } = claims;
      const bearer = { aal, hasFactor: user.hasFactor, factorAt: lastFactorAt(claims.amr) };
      return { ok: true, bearer: { ...bearer, operator: { id, ...listed, sessionId } } };
    } catch (error) {
      return refused(isRefusal(error) ? PROBLEMS.badToken : PROBLEMS.unavailable);
    }
  };
}

/** Whether the token is at fault, and not the way to the project. */
const isRefusal = (error: unknown): boolean =>
  error instanceof errors.JOSEError &&
  error.code !== 'ERR_JWKS_TIMEOUT' &&
  error.code !== 'ERR_JOSE_GENERIC';
