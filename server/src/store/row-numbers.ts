import type { DialectName } from './database.ts';
import { ROW_NUMBER_COLUMNS, type RowNumbers } from './delivery-tables.ts';

/** Returns SQL expressions of the present numbers; each reads one end of an index. */
export function newestNumbers(dialect: DialectName): Readonly<Record<keyof RowNumbers, string>> {
  const isPostgres = dialect === 'postgres';
  const newest = (column: string, table: string) =>
    `(select coalesce(max(${column}), 0) from ${table})`;
  const number = isPostgres ? 'number' : 'rowid';
  const schema = isPostgres ? 'funil.' : '';
  return {
    leads_after: newest('id', 'leads'),
    applications_after: newest(number, 'applications'),
    drafts_after: newest(number, 'application_drafts'),
    sales_after: newest('number', `${schema}sale_milestones`),
    erasures_after: newest('number', `${schema}erasures`),
  };
}

/** Returns the query whose only row `toRowNumbers` takes. */
export function selectNewestNumbers(dialect: DialectName): string {
  const numbers = newestNumbers(dialect);
  return `select ${ROW_NUMBER_COLUMNS.map((name) => `${numbers[name]} as ${name}`).join(', ')}`;
}

/** Returns the numbers of a row of selectNewestNumbers; PostgreSQL returns large ones as text. */
export const toRowNumbers = (row: Readonly<Record<string, unknown>>): RowNumbers => ({
  leads_after: Number(row.leads_after),
  applications_after: Number(row.applications_after),
  drafts_after: Number(row.drafts_after),
  sales_after: Number(row.sales_after),
  erasures_after: Number(row.erasures_after),
});
