import { includesRole, type Role } from '@funil/contract/console/roles';
import { LIVE_TABLES, type LiveTable } from '@funil/contract/console/status';
import type { Access } from '../../operators/sign-in/guard.ts';

const ALL_ROLES: Access = { role: 'attendant' };
const MANAGERS: Access = { role: 'manager' };
const OWNERS: Access = { role: 'owner' };
/** Changes of signing secrets or of the recipients of personal data. */
const SECRETS: Access = { role: 'owner', needsFreshFactor: true };

/** The access rule of each data route. A route that is missing here does not compile. */
export const ACCESS = {
  'GET context': ALL_ROLES,
  'GET live': ALL_ROLES,
  'GET today': ALL_ROLES,
  'GET leads': ALL_ROLES,
  'POST leads/search': ALL_ROLES,
  'POST leads/choices': ALL_ROLES,
  'GET leads/:id': ALL_ROLES,
  'GET applications': ALL_ROLES,
  'POST applications/search': ALL_ROLES,
  'POST applications/choices': ALL_ROLES,
  'GET applications/:id': ALL_ROLES,
  'PATCH subjects/:subject': ALL_ROLES,
  'POST subjects/state': ALL_ROLES,
  'POST subjects/:subject/messages': ALL_ROLES,
  'DELETE subjects/:subject/notes/:id': ALL_ROLES,
  'POST checkout-link': ALL_ROLES,
  'GET templates': ALL_ROLES,
  'GET people': ALL_ROLES,
  'POST people/search': ALL_ROLES,

  'POST templates': MANAGERS,
  'PATCH templates/:id': MANAGERS,
  'DELETE templates/:id': MANAGERS,
  'GET people/:key/rows': MANAGERS,
  'POST people/:key/export': MANAGERS,
  'POST people/:key/erase': MANAGERS,
  'GET requests': MANAGERS,
  'POST requests': MANAGERS,
  'PATCH requests/:id': MANAGERS,
  'POST leads.csv': MANAGERS,
  'POST applications.csv': MANAGERS,
  'GET sales': MANAGERS,
  'POST sales/search': MANAGERS,
  'POST sales/choices': MANAGERS,
  'POST sales.csv': MANAGERS,
  'GET sales/:platform/:key': MANAGERS,
  'PUT sales/:platform/:key/match': MANAGERS,
  'DELETE sales/:platform/:key/match': MANAGERS,
  'PUT sales/:platform/:key/test': MANAGERS,
  'DELETE sales/:platform/:key/test': MANAGERS,
  'PUT sales/:platform/:key/refund': MANAGERS,
  'GET notices': MANAGERS,
  'GET notices/platforms': MANAGERS,
  'GET reconciliations': MANAGERS,
  'POST reconciliations/:platform': MANAGERS,
  'GET report': MANAGERS,
  'GET report.csv': MANAGERS,
  'GET spend': MANAGERS,
  'GET spend/rows': MANAGERS,
  'POST spend/links': MANAGERS,
  'GET imports': MANAGERS,
  'POST imports/preview': MANAGERS,
  'POST imports': MANAGERS,
  'POST imports/:id/undo': MANAGERS,
  'GET deliveries': MANAGERS,
  'GET deliveries/:id': MANAGERS,
  'POST deliveries/:id/replay': MANAGERS,
  'POST deliveries/replay': MANAGERS,
  'GET endpoints': MANAGERS,
  'GET audit': MANAGERS,
  'GET page': MANAGERS,
  'GET page/preview': MANAGERS,
  'PATCH page/draft/:file': MANAGERS,
  'DELETE page/draft/:file': MANAGERS,
  'DELETE page/draft': MANAGERS,
  'GET page/review': MANAGERS,
  'POST page/publish': MANAGERS,
  'GET page/publication': MANAGERS,
  'GET page/versions': MANAGERS,
  'GET page/versions/:id': MANAGERS,
  'POST page/versions/:id/restore': MANAGERS,
  'GET page/files.zip': MANAGERS,
  'GET page/pictures/:name': MANAGERS,
  'POST page/pictures': MANAGERS,
  'GET status': MANAGERS,

  'GET connections': OWNERS,
  'POST connections/mail-check': OWNERS,
  'POST endpoints/:id/test': OWNERS,
  'PATCH settings': SECRETS,
  'POST endpoints': SECRETS,
  'DELETE endpoints/:id': SECRETS,
  'POST endpoints/:id/restore': SECRETS,
  'POST endpoints/:id/rotate': SECRETS,
} as const satisfies Readonly<Record<`${string} ${string}`, Access>>;

export type DataRoute = keyof typeof ACCESS;

/** Whether a role sees sales and sums of money. */
export const seesMoney = (role: Role): boolean => includesRole(role, 'manager');

/** Whether a role sees the addresses of webhooks, of which many hold a secret. */
export const seesSecrets = (role: Role): boolean => includesRole(role, 'owner');

/** Whether a role lists contacts that other operators look after, and assigns contacts to others. */
export const seesAllContacts = (role: Role): boolean => includesRole(role, 'manager');

/** The tables whose changes a role may hear of: the number of changes would reveal the number of sales. */
export const HEARD_TABLES: Readonly<Record<Role, readonly LiveTable[]>> = {
  owner: LIVE_TABLES,
  manager: LIVE_TABLES,
  attendant: ['leads', 'applications', 'subjects', 'templates', 'erasures'],
};
