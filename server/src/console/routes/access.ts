import type { MarkedKind } from '@funil/contract/console/live';
import {
  AD_STAFF,
  CONTACT_STAFF,
  MANAGEMENT,
  OWNERS,
  type Role,
} from '@funil/contract/operators/roles';
import type { RouteAccess } from '../../operators/sign-in/guard.ts';

/** The access of routes that change signing secrets, recipients of personal data, or operators. */
export const SENSITIVE_ACCESS: RouteAccess = { roles: OWNERS, needsFreshFactor: true };

export const seesMoney = (role: Role): boolean => MANAGEMENT.includes(role);

/** Whether a role sees webhooks' whole addresses, many of which contain a secret. */
export const seesSecrets = (role: Role): boolean => OWNERS.includes(role);

/** Whether a role sees and assigns contacts of other operators. */
export const seesAllContacts = (role: Role): boolean => MANAGEMENT.includes(role);

/** The roles that get a kind's mark. Other roles could count new sales by its changes. */
export const MARK_ROLES: Readonly<Record<MarkedKind, readonly Role[]>> = {
  leads: CONTACT_STAFF,
  applications: CONTACT_STAFF,
  followups: CONTACT_STAFF,
  templates: CONTACT_STAFF,
  erasures: CONTACT_STAFF,
  sales: MANAGEMENT,
  spend: AD_STAFF,
  deliveries: MANAGEMENT,
  requests: MANAGEMENT,
  page: MANAGEMENT,
};
