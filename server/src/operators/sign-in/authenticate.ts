import type { Role } from '@funil/contract/console/roles';
import type { FastifyRequest } from 'fastify';
import { PROBLEMS, type Problem } from '../../http/console-problem.ts';
import type { Database } from '../../store/database.ts';
import { findLiveSession, type LiveSession } from '../sessions.ts';
import { type Claims, verifyToken } from './access-token.ts';
import { lastFactorAt } from './fresh-factor.ts';
import type { Keyring } from './keyring.ts';

/** Who calls, for routes and the audit trail. */
export interface Operator {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  readonly sessionId: string;
}

/** What a valid access token proves. */
export interface Bearer {
  readonly operator: Operator;
  /** The lesser of what the token says and what its session has by now. */
  readonly aal: 'aal1' | 'aal2';
  /** Whether the operator has a verified second factor. */
  readonly hasFactor: boolean;
  /** When a second factor was last verified, in s since 1970; 0 if never. The earlier of token and session. */
  readonly factorAt: number;
}

export type Authenticated =
  | { readonly ok: true; readonly bearer: Bearer }
  | { readonly ok: false; readonly problem: Problem };

/** Judges an access token: the server's own, or a Supabase project's. */
export type Authenticate = (token: string) => Promise<Authenticated>;

const refused = (problem: Problem): Authenticated => ({ ok: false, problem });

/** Judges our own tokens; a session that has ended is refused at once. */
export function ownTokens(database: Database, keyring: Keyring, now: () => number): Authenticate {
  return async (token) => {
    const claims = await verifyToken(keyring, token, now());
    if (!claims) return refused(PROBLEMS.badToken);
    const session = await findLiveSession(database, claims.session_id, now());
    if (session?.operatorId !== claims.sub) return refused(PROBLEMS.sessionEnded);
    return { ok: true, bearer: toBearer(claims, session) };
  };
}

function toBearer(claims: Claims, session: LiveSession): Bearer {
  return {
    operator: {
      id: session.operatorId,
      email: session.email,
      role: session.role,
      sessionId: claims.session_id,
    },
    aal: claims.aal === 'aal2' && session.aal === 'aal2' ? 'aal2' : 'aal1',
    hasFactor: session.hasFactor,
    // A token from before the last verification is not raised by it: it may be in other hands.
    factorAt: Math.min(lastFactorAt(claims.amr), lastFactorAt(session.amr)),
  };
}

/** Judges a request by its `Authorization: Bearer`, and nothing else: no cookie ever proves anybody. */
export async function authenticateRequest(
  authenticate: Authenticate,
  { headers }: FastifyRequest,
): Promise<Authenticated> {
  const [, token] = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? [];
  return token === undefined ? refused(PROBLEMS.noToken) : authenticate(token);
}
