import { ROLES, type Role } from '@funil/contract/console/roles';
import { type Account, changeRole, hasAccounts } from '../../operators/accounts.ts';
import type { Database } from '../../store/database.ts';
import { OperatorError } from '../run/operator-error.ts';

export const LAST_OWNER =
  'É o único proprietário. Antes, dê esse papel a mais alguém: npm run operator -- add EMAIL --papel owner';

/** The role in `--papel`; undefined if the option is missing. */
export function readRole(word: string | undefined): Role | undefined {
  const role = ROLES.find((known) => known === word);
  if (word !== undefined && role === undefined) {
    throw new OperatorError(`--papel é ${ROLES.join(', ')}, e não “${word}”.`);
  }
  return role;
}

/** Returns the role that an operator has from now on; of one who exists it is changed at once. */
export async function giveRole(
  database: Database,
  known: Account | null,
  wanted: Role | undefined,
): Promise<Role> {
  if (known) {
    if (wanted === undefined || wanted === known.role) return known.role;
    const outcome = await changeRole(database, { email: known.email, role: wanted });
    if (outcome === 'last-owner') throw new OperatorError(LAST_OWNER);
    return wanted;
  }
  if (await hasAccounts(database)) return wanted ?? 'attendant';
  if (wanted === undefined || wanted === 'owner') return 'owner';
  throw new OperatorError('O primeiro operador é o proprietário: --papel owner, ou sem --papel.');
}
