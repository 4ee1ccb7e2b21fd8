import {
  ADVERTISERS,
  ATTENDANTS,
  MANAGERS,
  OWNERS,
  type Role,
} from '@funil/contract/console/roles';
import type { MarkedTable } from '@funil/contract/console/status';
import type { Access } from '../../operators/sign-in/guard.ts';

/** The access to changes of signing secrets and of the recipients of personal data. */
export const SECRETS_ACCESS: Access = { roles: OWNERS, needsFreshFactor: true };

/** Whether a role sees sales and sums of money. */
export const seesMoney = (role: Role): boolean => MANAGERS.includes(role);

/** Whether a role sees the addresses of webhooks, of which many hold a secret. */
export const seesSecrets = (role: Role): boolean => OWNERS.includes(role);

/** Whether a role lists contacts that other operators look after, and assigns contacts to others. */
export const seesAllContacts = (role: Role): boolean => MANAGERS.includes(role);

/** The roles that get a table's mark. Other roles could count the mark's changes, and so the sales. */
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
