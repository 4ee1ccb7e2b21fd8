import type { DialectName } from './database.ts';

/** Returns the SQL expression of the newest change's number; an uncommitted or consumed change may have it. */
export const newestChange = (dialect: DialectName): string =>
  dialect === 'postgres'
    ? '(select case when is_called then last_value else 0 end from funil.changes_number_seq)'
    : "coalesce((select seq from sqlite_sequence where name = 'changes'), 0)";
