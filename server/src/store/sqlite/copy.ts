import { closeSync, openSync } from 'node:fs';
import { backup, DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { makePrivate } from './database.ts';

/** Tables of which a copy must have every row, with aggregates that must be equal besides the number of rows. */
const AGGREGATES_BY_TABLE = {
  leads: ['max(id)'],
  applications: [],
  application_drafts: [],
  events: ['max(number)'],
  notices: ['max(id)'],
  sales: ['sum(value_cents)', 'sum(net_cents)', 'sum(refunded_cents)'],
  ad_spend: ['max(number)', 'sum(spend_cents)'],
  outbox_events: ['max(number)'],
  audit: ['max(id)'],
} as const satisfies Record<string, readonly string[]>;

type CopiedTable = keyof typeof AGGREGATES_BY_TABLE;
type TableTotals = Readonly<Record<string, number | bigint | null>>;
export type DatabaseTotals = Readonly<Record<CopiedTable, TableTotals>>;

export function readTotals(database: DatabaseSync): DatabaseTotals {
  const totals = Object.entries(AGGREGATES_BY_TABLE).map(([table, aggregates]) => {
    const columns = ['count(*) as n', ...aggregates];
    const statement = database.prepare(`select ${columns.join(', ')} from ${table}`);
    return [table, { ...statement.get() }];
  });
  return Object.fromEntries(totals);
}

/**
 * Returns the address by which SQLite opens a file without locks, which many network disks refuse. Only for a copy that
 * no other process opens yet. Source: https://www.sqlite.org/vfs.html#standard_unix_vfses
 */
export function addressWithoutLocks(path: string): URL {
  const address = pathToFileURL(path);
  address.search = process.platform === 'win32' ? '?vfs=win32-none' : '?vfs=unix-none';
  return address;
}

/** Between two steps of this many pages of 4 kB, the process does other work. */
const COPIED_PAGES_PER_STEP = 5_000;

/** Returns the totals of the copied rows. */
export async function copySqlite(sourcePath: string, copyPath: string): Promise<DatabaseTotals> {
  // SQLite would make the file readable for every user.
  closeSync(openSync(copyPath, 'wx', 0o600));
  using source = new DatabaseSync(sourcePath, { readOnly: true });
  // In one transaction, `readTotals` and `backup` see the same rows.
  source.exec('begin');
  const totals = readTotals(source);
  const address = addressWithoutLocks(copyPath);
  await backup(source, address, { rate: COPIED_PAGES_PER_STEP });
  makePrivate(copyPath, 0o600);
  using copy = new DatabaseSync(address);
  // In this mode the log needs no shared memory, which network disks lack.
  copy.exec('pragma locking_mode = exclusive');
  // Without a write-ahead log, the copy can be read in a read-only folder.
  copy.exec('pragma journal_mode = delete');
  return totals;
}

type CopyCheck =
  | { readonly ok: true; readonly totals: DatabaseTotals }
  | { readonly ok: false; readonly damage: string };

export function checkCopy(file: string | URL): CopyCheck {
  using copy = new DatabaseSync(file, { readOnly: true });
  const checkResult = copy.prepare('pragma integrity_check(1)').get()?.integrity_check;
  return checkResult === 'ok'
    ? { ok: true, totals: readTotals(copy) }
    : { ok: false, damage: String(checkResult) };
}

export function findDifference(expected: DatabaseTotals, actual: DatabaseTotals): string | null {
  for (const table of Object.keys(AGGREGATES_BY_TABLE) as CopiedTable[]) {
    for (const [aggregate, expectedValue] of Object.entries(expected[table])) {
      const actualValue = actual[table][aggregate];
      if (actualValue !== expectedValue)
        return `${table}.${aggregate}: ${expectedValue}, ${actualValue}`;
    }
  }
  return null;
}
