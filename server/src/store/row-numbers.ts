import type { DialectName } from './database.ts';

const NAMES = [
  'leads_after',
  'applications_after',
  'drafts_after',
  'sales_after',
  'erasures_after',
] as const;

/**
 * The newest row of each table that destinations hear of, by number. A destination that begins now hears of
 * rows with greater numbers; times would not do, because a clock may be set back.
 */
export type RowNumbers = Readonly<Record<(typeof NAMES)[number], number>>;

/** SQL expressions of the numbers as they are now; each reads one end of an index. */
export function newestNumbers(
  dialect: DialectName,
): Readonly<Record<(typeof NAMES)[number], string>> {
  const isPostgres = dialect === 'postgres';
  const newest = (column: string, table: string) =>
    `(select coalesce(max(${column}), 0) from ${table})`;
  const number = isPostgres ? 'number' : 'rowid';
  const schema = isPostgres ? 'funil.' : '';
  return {
    leads_after: newest('id', 'leads'),
    applications_after: newest(number, 'applications'),
    drafts_after: newest(number, 'application_drafts'),
    sales_after: newest('number', `${schema}sale_moments`),
    erasures_after: newest('number', `${schema}erasures`),
  };
}

/** A query whose only row is what `toRowNumbers` takes. */
export function selectNewestNumbers(dialect: DialectName): string {
  const numbers = newestNumbers(dialect);
  return `select ${NAMES.map((name) => `${numbers[name]} as ${name}`).join(', ')}`;
}

/** Returns the numbers of a row that holds them under their names; PostgreSQL gives large ones as text. */
export const toRowNumbers = (row: Readonly<Record<string, unknown>>): RowNumbers => ({
  leads_after: Number(row.leads_after),
  applications_after: Number(row.applications_after),
  drafts_after: Number(row.drafts_after),
  sales_after: Number(row.sales_after),
  erasures_after: Number(row.erasures_after),
});
