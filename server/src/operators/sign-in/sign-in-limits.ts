import type { FastifyRequest } from 'fastify';
import { addressGroup } from '../../http/address-group.ts';
import type { Database } from '../../store/database.ts';
import { findKnownOrigin } from '../origins.ts';
import type { TryLimit } from '../tries.ts';
import { originsOf } from './parts.ts';

const WINDOW_MS = 15 * 60_000;

/** What an attempt counts towards, and what a success resets. */
interface Limits {
  readonly all: readonly TryLimit[];
  readonly onSuccess: readonly string[];
}

/** How many wrong attempts in 15 minutes: from one origin, and in all from unknown ones. */
interface Budget {
  /** What the attempts are at, such as an account; it need not exist. */
  readonly subject: string;
  readonly perOrigin: number;
  readonly total: number;
}

/**
 * A device or address from which the account completed a sign-in has a budget that attempts from elsewhere cannot
 * use up: otherwise anyone could lock an operator out by guessing.
 */
function limitsOf(known: string | null, group: string, { subject, ...most }: Budget): Limits {
  const limit = (name: string, count: number) => ({
    subject: name,
    most: count,
    window: WINDOW_MS,
  });
  if (known !== null) {
    const own = limit(`${subject} known ${known}`, most.perOrigin);
    return { all: [own], onSuccess: [own.subject] };
  }
  const pair = limit(`${subject} from ${group}`, most.perOrigin);
  const total = limit(subject, most.total);
  return { all: [pair, total], onSuccess: [pair.subject, total.subject] };
}

/** What is counted of attempts at a password. */
export async function signInLimits(
  database: Database,
  request: FastifyRequest,
  { email, now }: { email: string; now: number },
): Promise<Limits> {
  const origins = originsOf(request);
  const known = await findKnownOrigin(database, { email, origins }, now);
  const group = addressGroup(request.ip);
  const budget = { subject: `account ${email}`, perOrigin: 10, total: 50 };
  const { all, onSuccess } = limitsOf(known, group, budget);
  if (known !== null) return { all, onSuccess };
  const everybody = { subject: `address ${group}`, most: 60, window: WINDOW_MS };
  return { all: [...all, everybody], onSuccess };
}

/** What is counted of attempts at codes after the right password: of a TOTP, three in a million are right. */
export async function codeLimits(
  database: Database,
  request: FastifyRequest,
  { operator, now }: { operator: { id: string; email: string }; now: number },
): Promise<Limits> {
  const origins = originsOf(request);
  const known = await findKnownOrigin(database, { email: operator.email, origins }, now);
  const budget = { subject: `code ${operator.id}`, perOrigin: 5, total: 10 };
  return limitsOf(known, addressGroup(request.ip), budget);
}
