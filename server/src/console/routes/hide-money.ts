import { includesRole, type Role } from '@funil/contract/console/roles';
import type { LiveTable } from '@funil/contract/console/status';

/** Whether a role sees sales and sums of money. */
export const seesMoney = (role: Role): boolean => includesRole(role, 'manager');

const MANAGERS_TABLES: ReadonlySet<LiveTable> = new Set(['sales', 'deliveries', 'requests']);

/** Returns the tables whose changes a role is notified of: counting them would count sales. */
export const seenTables = (role: Role, tables: readonly LiveTable[]): readonly LiveTable[] =>
  seesMoney(role) ? tables : tables.filter((table) => !MANAGERS_TABLES.has(table));
