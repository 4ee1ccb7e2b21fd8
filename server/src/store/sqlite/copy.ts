import { chmodSync, closeSync, openSync } from 'node:fs';
import { backup, DatabaseSync } from 'node:sqlite';

/** The tables of which a copy must have every row, each with its columns of amounts in centavos. */
const AMOUNT_COLUMNS_BY_TABLE = {
  leads: [],
  applications: [],
  application_drafts: [],
  events: [],
  notices: [],
  sales: ['value_cents', 'net_cents', 'refunded_cents'],
  ad_spend: ['spend_cents'],
  outbox_events: [],
  audit: [],
} as const satisfies Record<string, readonly string[]>;

/** The column with a table's ascending row number; some tables have none. */
const NUMBER_COLUMN_BY_TABLE: Readonly<
  Partial<Record<keyof typeof AMOUNT_COLUMNS_BY_TABLE, string>>
> = {
  leads: 'id',
  events: 'number',
  notices: 'id',
  ad_spend: 'number',
  outbox_events: 'number',
  audit: 'id',
};

/** Number of rows, last row number and sums of one table. */
type TableTotals = Readonly<Record<string, number | bigint | null>>;
/** The totals by which a database and its copy are compared. */
export type DatabaseTotals = Readonly<Record<keyof typeof AMOUNT_COLUMNS_BY_TABLE, TableTotals>>;

export function readTotals(database: DatabaseSync): DatabaseTotals {
  const totals = Object.entries(AMOUNT_COLUMNS_BY_TABLE).map(([table, amounts]) => {
    const numberColumn = NUMBER_COLUMN_BY_TABLE[table as keyof typeof AMOUNT_COLUMNS_BY_TABLE];
    const columns = [
      'count(*) as n',
      ...(numberColumn ? [`max(${numberColumn}) as last`] : []),
      ...amounts.map((column) => `sum(${column}) as ${column}`),
    ];
    const statement = database.prepare(`select ${columns.join(', ')} from ${table}`);
    return [table, { ...statement.get() }];
  });
  return Object.fromEntries(totals);
}

/** Pages of 4 kB that are copied between two turns of the event loop. */
const PAGES_PER_STEP = 5_000;

/**
 * Copies a database and its log as of one moment, while other processes write to it.
 * @returns its totals at that moment
 */
export async function copySqlite(sourcePath: string, copyPath: string): Promise<DatabaseTotals> {
  // The file is created here, because SQLite would make it readable for every user.
  closeSync(openSync(copyPath, 'wx', 0o600));
  using source = new DatabaseSync(sourcePath, { readOnly: true });
  // The transaction's reads see one moment, which `backup` copies.
  source.exec('begin');
  const totals = readTotals(source);
  await backup(source, copyPath, { rate: PAGES_PER_STEP });
  chmodSync(copyPath, 0o600);
  // Without a write-ahead log, the copy is a single file, and can be read in a folder that is not writable.
  using copy = new DatabaseSync(copyPath);
  copy.exec('pragma journal_mode = delete');
  return totals;
}

/** The result of checking a copy. */
export type CopyCheck =
  | { readonly ok: true; readonly totals: DatabaseTotals }
  | { readonly ok: false; readonly damage: string };

/** Opens a copy, checks each page, index and constraint, and reads its totals. */
export function checkCopy(file: string): CopyCheck {
  using copy = new DatabaseSync(file, { readOnly: true });
  const checkResult = copy.prepare('pragma integrity_check(1)').get()?.integrity_check;
  return checkResult === 'ok'
    ? { ok: true, totals: readTotals(copy) }
    : { ok: false, damage: String(checkResult) };
}

/** Returns the first difference between two databases' totals: `leads.n: 12, 11`; null: none. */
export function findDifference(expected: DatabaseTotals, actual: DatabaseTotals): string | null {
  for (const table of Object.keys(
    AMOUNT_COLUMNS_BY_TABLE,
  ) as (keyof typeof AMOUNT_COLUMNS_BY_TABLE)[]) {
    for (const [column, value] of Object.entries(expected[table])) {
      const actualValue = actual[table][column];
      if (value !== actualValue) return `${table}.${column}: ${value}, ${actualValue}`;
    }
  }
  return null;
}
