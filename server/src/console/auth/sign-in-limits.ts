import { addressGroup } from '../../public/limits/address-group.ts';
import type { TryLimit } from '../../records/operators/tries.ts';

const WINDOW = 15 * 60_000;

/** What is counted of one who tries to sign in: the account need not exist. */
export function signInLimits(email: string, address: string) {
  const group = addressGroup(address);
  const pair: TryLimit = { subject: `account ${email} from ${group}`, most: 10, window: WINDOW };
  // Looser than one address's share, so that nobody locks another's account by trying.
  const account: TryLimit = { subject: `account ${email}`, most: 50, window: WINDOW };
  const everybody: TryLimit = { subject: `address ${group}`, most: 60, window: WINDOW };
  return { all: [pair, account, everybody], onSuccess: [pair.subject, account.subject] };
}

/** What is counted of one who knows a password and tries codes: of a TOTP, three in a million are right. */
export function codeLimits(operatorId: string, address: string) {
  const group = addressGroup(address);
  const pair: TryLimit = { subject: `code ${operatorId} ${group}`, most: 5, window: WINDOW };
  const operator: TryLimit = { subject: `code ${operatorId}`, most: 10, window: WINDOW };
  return { all: [pair, operator], onSuccess: [pair.subject, operator.subject] };
}
