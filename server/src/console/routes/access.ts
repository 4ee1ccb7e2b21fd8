import { includesRole, type Role } from '@funil/contract/console/roles';
import type { LiveTable } from '@funil/contract/console/status';
import type { Access } from '../../operators/sign-in/guard.ts';

const EVERYBODY: Access = { role: 'attendant' };
const MANAGERS: Access = { role: 'manager' };
const OWNERS: Access = { role: 'owner' };
/** A change of what the server signs with, or of who receives people's data. */
const SECRETS: Access = { role: 'owner', needsFreshFactor: true };

/** Who may use each data route. A route that is missing here does not compile. */
export const ACCESS = {
  'GET context': EVERYBODY,
  'GET live': EVERYBODY,
  'GET today': EVERYBODY,
  'GET leads': EVERYBODY,
  'POST leads/search': EVERYBODY,
  'GET leads/:id': EVERYBODY,
  'GET applications': EVERYBODY,
  'POST applications/search': EVERYBODY,
  'GET applications/:id': EVERYBODY,
  'PATCH subjects/:subject': EVERYBODY,
  'POST subjects/state': EVERYBODY,
  'POST subjects/:subject/messages': EVERYBODY,
  'POST checkout-link': EVERYBODY,
  'GET templates': EVERYBODY,
  'GET people': EVERYBODY,
  'POST people/search': EVERYBODY,
  'GET people/:key': EVERYBODY,

  'POST templates': MANAGERS,
  'PATCH templates/:id': MANAGERS,
  'DELETE templates/:id': MANAGERS,
  'GET people/:key/rows': MANAGERS,
  'GET people/:key/export': MANAGERS,
  'POST people/:key/export': MANAGERS,
  'POST people/:key/erase': MANAGERS,
  'DELETE people/:key': MANAGERS,
  'GET requests': MANAGERS,
  'POST requests': MANAGERS,
  'PATCH requests/:id': MANAGERS,
  'GET leads.csv': MANAGERS,
  'POST leads.csv': MANAGERS,
  'GET applications.csv': MANAGERS,
  'POST applications.csv': MANAGERS,
  'GET sales': MANAGERS,
  'POST sales/search': MANAGERS,
  'GET sales/:platform/:key': MANAGERS,
  'PUT sales/:platform/:key/match': MANAGERS,
  'DELETE sales/:platform/:key/match': MANAGERS,
  'GET notices': MANAGERS,
  'GET report': MANAGERS,
  'GET report/origins': MANAGERS,
  'GET deliveries': MANAGERS,
  'GET deliveries/:id': MANAGERS,
  'POST deliveries/:id/replay': MANAGERS,
  'POST deliveries/replay': MANAGERS,
  'GET endpoints': MANAGERS,
  'GET audit': MANAGERS,
  'GET status': MANAGERS,

  'POST endpoints/:id/test': OWNERS,
  'POST endpoints': SECRETS,
  'DELETE endpoints/:id': SECRETS,
  'POST endpoints/:id/restore': SECRETS,
  'POST endpoints/:id/rotate': SECRETS,
} as const satisfies Readonly<Record<`${string} ${string}`, Access>>;

export type DataRoute = keyof typeof ACCESS;

/** Whether a role sees sales and sums of money. */
export const seesMoney = (role: Role): boolean => includesRole(role, 'manager');

const MANAGERS_TABLES: ReadonlySet<LiveTable> = new Set(['sales', 'deliveries', 'requests']);

/** Returns the tables whose changes a role is notified of: counting them would count sales. */
export const seenTables = (role: Role, tables: readonly LiveTable[]): readonly LiveTable[] =>
  seesMoney(role) ? tables : tables.filter((table) => !MANAGERS_TABLES.has(table));
