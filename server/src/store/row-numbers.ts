import type { DialectName } from './database.ts';
import { ROW_NUMBER_COLUMNS, type RowNumbers } from './delivery-tables.ts';

/** Returns SQL expressions of the newest row numbers; each reads one end of an index. */
export function newestNumbers(dialect: DialectName): Readonly<Record<keyof RowNumbers, string>> {
  const [number, schema] = dialect === 'postgres' ? ['number', 'funil.'] : ['rowid', ''];
  const newest = (column: string, table: string) =>
    `(select coalesce(max(${column}), 0) from ${table})`;
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
export const toRowNumbers = (row: Readonly<Record<string, unknown>>): RowNumbers =>
  Object.fromEntries(ROW_NUMBER_COLUMNS.map((name) => [name, Number(row[name])])) as Record<
    keyof RowNumbers,
    number
  >;
