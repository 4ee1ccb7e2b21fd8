import type { MarkedTable } from '@funil/contract/connections/status';
import {
  ADVERTISERS,
  ATTENDANTS,
  MANAGERS,
  OWNERS,
  type Role,
} from '@funil/contract/operators/roles';
import type { Access } from '../../operators/sign-in/guard.ts';

/** The access of routes that change signing secrets or recipients of personal data. */
export const SECRETS_ACCESS: Access = { roles: OWNERS, needsFreshFactor: true };

export const seesMoney = (role: Role): boolean => MANAGERS.includes(role);

/** Whether a role sees webhooks' whole addresses, many of which contain a secret. */
export const seesSecrets = (role: Role): boolean => OWNERS.includes(role);

/** Whether a role sees and assigns contacts of other operators. */
export const seesAllContacts = (role: Role): boolean => MANAGERS.includes(role);

/** The roles that get a table's mark. By counting changes of a mark, another role could count the sales. */
export const MARK_ROLES: Readonly<Record<MarkedTable, readonly Role[]>> = {
  leads: ATTENDANTS,
  applications: ATTENDANTS,
  followups: ATTENDANTS,
  templates: ATTENDANTS,
  erasures: ATTENDANTS,
  sales: MANAGERS,
  spend: ADVERTISERS,
  deliveries: MANAGERS,
  requests: MANAGERS,
  page: MANAGERS,
};
