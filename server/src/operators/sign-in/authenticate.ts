import type { Role } from '@funil/contract/console/roles';
import type { FastifyRequest } from 'fastify';
import { CONSOLE_PROBLEMS, type ConsoleProblem } from '../../http/console-problem.ts';
import type { Database } from '../../store/database.ts';
import { findLiveSession, type LiveSession } from '../sessions.ts';
import { type Claims, type Keyring, verifyAccessToken } from './access-token.ts';

/** The signed-in operator of a request. */
export interface Operator {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  readonly sessionId: string;
}

/** The identity of a request, by a valid access token and its session. */
export interface Authentication {
  readonly operator: Operator;
  /** The lower level of token and session. */
  readonly aal: 'aal1' | 'aal2';
  /** Whether the operator has a verified second factor. */
  readonly hasFactor: boolean;
  /** Time of the last verified second factor, in s since 1970; 0 if there is none. The earlier of token and session. */
  readonly factorVerifiedAt: number;
}

/** Authenticates a request by its `Authorization: Bearer` only, never by cookies. */
export type Authenticate = (request: FastifyRequest) => Promise<Authentication | ConsoleProblem>;

/** Returns a function that verifies a request's access token, and that its session has not ended. */
export const createAuthenticator =
  (database: Database, keyring: Keyring, now: () => number): Authenticate =>
  async ({ headers }) => {
    const [, token] = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? [];
    if (token === undefined) return CONSOLE_PROBLEMS.noToken;
    const claims = await verifyAccessToken(keyring, token, now());
    if (!claims) return CONSOLE_PROBLEMS.badToken;
    const session = await findLiveSession(database, claims.session_id, now());
    if (session?.operatorId !== claims.sub) return CONSOLE_PROBLEMS.sessionEnded;
    return toAuthentication(claims, session);
  };

function toAuthentication(claims: Claims, session: LiveSession): Authentication {
  return {
    operator: {
      id: session.operatorId,
      email: session.email,
      role: session.role,
      sessionId: claims.session_id,
    },
    aal: claims.aal === 'aal2' && session.aal === 'aal2' ? 'aal2' : 'aal1',
    hasFactor: session.hasFactor,
    // A later verification in the session does not refresh an older token, which may have been stolen.
    factorVerifiedAt: Math.min(lastFactorTime(claims.amr), lastFactorTime(session.amr)),
  };
}

/** Time for which a verified second factor allows changes of operators, factors, recovery codes and secrets. */
const FRESH_FOR_S = 10 * 60;
/** The clock of the replica that verified the factor may be ahead by this time. */
const MAX_CLOCK_SKEW_S = 5;

/** Returns the time of the last verified second factor in the claim `amr`, in s since 1970; 0 if there is none. */
export const lastFactorTime = (
  amr: readonly { readonly method: string; readonly timestamp: number }[],
): number =>
  Math.max(
    0,
    ...amr
      .filter(({ method }) => method === 'totp' || method.startsWith('mfa/'))
      .map(({ timestamp }) => timestamp),
  );

/** Whether a second factor was verified within the last 10 minutes. */
export function isFactorFresh({ aal, factorVerifiedAt }: Authentication, now: number): boolean {
  const ageS = now / 1000 - factorVerifiedAt;
  return aal === 'aal2' && ageS >= -MAX_CLOCK_SKEW_S && ageS <= FRESH_FOR_S;
}

/** Returns an error if an operator must verify a second factor first; null if not, or if there is no factor yet. */
export function requireFreshFactor(auth: Authentication, now: number): ConsoleProblem | null {
  if (!auth.hasFactor) return null;
  if (auth.aal !== 'aal2') return CONSOLE_PROBLEMS.insufficientLevel;
  return isFactorFresh(auth, now) ? null : CONSOLE_PROBLEMS.reauthenticationNeeded;
}
