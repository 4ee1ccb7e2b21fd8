import type { Role } from '@funil/contract/operators/roles';
import type { FastifyRequest } from 'fastify';
import { CONSOLE_PROBLEMS, type ConsoleProblem } from '../../http/console-problem.ts';
import type { Database } from '../../store/database.ts';
import { findLiveSession, type LiveSession } from '../sessions.ts';
import { type Claims, type Keyring, verifyAccessToken } from './access-token.ts';

export interface Operator {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  readonly sessionId: string;
}

export interface VerifiedSession {
  readonly operator: Operator;
  /** The lower of the token's and the session's level. */
  readonly aal: 'aal1' | 'aal2';
  readonly hasFactor: boolean;
  /** The earlier time (s since 1970) at which token and session last had a factor verified; 0 if either never had. */
  readonly factorVerifiedAtS: number;
}

/** Reads `Authorization: Bearer`, never cookies. */
export type Authenticate = (request: FastifyRequest) => Promise<VerifiedSession | ConsoleProblem>;

/** Keeps the verified claims of each request, because its token may expire before a later check of the request. */
const claimsOf = new WeakMap<FastifyRequest, Claims>();

export const createAuthenticator =
  (database: Database, keyring: Keyring, now: () => number): Authenticate =>
  async (request) => {
    const [, token] = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
    if (token === undefined) return CONSOLE_PROBLEMS.noToken;
    const claims = claimsOf.get(request) ?? (await verifyAccessToken(keyring, token, now()));
    if (!claims) return CONSOLE_PROBLEMS.badToken;
    claimsOf.set(request, claims);
    const session = await findLiveSession(database, claims.session_id, now());
    if (session?.operatorId !== claims.sub) return CONSOLE_PROBLEMS.sessionEnded;
    return toVerifiedSession(claims, session);
  };

function toVerifiedSession(claims: Claims, session: LiveSession): VerifiedSession {
  return {
    operator: {
      id: session.operatorId,
      email: session.email,
      role: session.role,
      sessionId: claims.session_id,
    },
    aal: claims.aal === 'aal2' && session.aal === 'aal2' ? 'aal2' : 'aal1',
    hasFactor: session.hasFactor,
    // A later verification in the session must not make an older token count as fresh, because it may be stolen.
    factorVerifiedAtS: Math.min(lastFactorAtS(claims.amr), lastFactorAtS(session.amr)),
  };
}

const FRESH_FACTOR_S = 10 * 60;
/** The clock of the replica that verified the factor may be this far ahead of this server's. */
const MAX_CLOCK_SKEW_S = 5;

export const lastFactorAtS = (
  amr: readonly { readonly method: string; readonly timestamp: number }[],
): number =>
  Math.max(
    0,
    ...amr
      .filter(({ method }) => method === 'totp' || method.startsWith('mfa/'))
      .map(({ timestamp }) => timestamp),
  );

export function isFactorFresh({ aal, factorVerifiedAtS }: VerifiedSession, now: number): boolean {
  const ageS = now / 1000 - factorVerifiedAtS;
  return aal === 'aal2' && ageS >= -MAX_CLOCK_SKEW_S && ageS <= FRESH_FACTOR_S;
}

export function findFactorProblem(auth: VerifiedSession, now: number): ConsoleProblem | null {
  if (!auth.hasFactor) return null;
  if (auth.aal !== 'aal2') return CONSOLE_PROBLEMS.insufficientLevel;
  return isFactorFresh(auth, now) ? null : CONSOLE_PROBLEMS.reauthenticationNeeded;
}
