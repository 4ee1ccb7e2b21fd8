import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { CAPTURE_TABLE_NAMES, type CaptureTable } from '@funil/contract/capture/protocol';
import { personKeys } from '@funil/contract/contacts/person';
import {
  CAPTURE_STORED,
  CAPTURE_TABLES,
  type CaptureInsert,
  type CaptureRow,
  type InsertOutcome,
  JsonText,
  judgeSkippedLead,
  type RawNotice,
} from '../capture/capture-store.ts';

/** https://www.sqlite.org/rescode.html */
const SQLSTATE_BY_ERRCODE: Record<number, string> = {
  1299: '23502', // SQLITE_CONSTRAINT_NOTNULL
  3091: '22P02', // SQLITE_CONSTRAINT_DATATYPE
};

/** Inserts need an open transaction, and throw the database's own errors. */
export function prepareInserts(database: DatabaseSync) {
  const inserts = CAPTURE_TABLE_NAMES.map((table) => [table, prepareInsert(database, table)]);
  return Object.fromEntries(inserts) as Record<
    CaptureTable,
    (insert: CaptureInsert) => InsertOutcome
  >;
}

function prepareInsert(database: DatabaseSync, table: CaptureTable) {
  const { columns, hasRequestKey } = CAPTURE_TABLES[table];
  const allColumns = [...columns, ...(hasPersonKeys(table) ? ['phone_key', 'email_key'] : [])];
  // `jornada` is a view with a trigger that ignores stored events.
  const onConflict = table === 'jornada' ? '' : 'on conflict do nothing';
  const statement = database.prepare(
    `insert into ${table} (${allColumns.join(', ')}) values (${allColumns.map(() => '?').join(', ')}) ${onConflict}`,
  );
  const selectLead = hasRequestKey
    ? database.prepare(`select nome, telefone from ${table} where idempotency_key = ?`)
    : null;

  return ({ rows }: CaptureInsert): InsertOutcome => {
    const storeRow = (row: CaptureRow) => {
      const values = columns.map((column) => toSqlValue(row[column]));
      return Number(statement.run(...values, ...personKeyValues(table, row)).changes);
    };
    if (rows.length > 1) return storeAll(database, rows, storeRow);
    const [row] = rows;
    if (!row) return CAPTURE_STORED;
    return catchRefusal(() => {
      if (storeRow(row) > 0 || !selectLead) return CAPTURE_STORED;
      return judgeSkippedLead(row, selectLead.get(toSqlValue(row.idempotency_key)));
    });
  };
}

const hasPersonKeys = (table: CaptureTable) => table === 'leads' || table === 'applications';

function personKeyValues(
  table: CaptureTable,
  { telefone, whatsapp, email }: CaptureRow,
): SQLInputValue[] {
  if (!hasPersonKeys(table)) return [];
  const phone = String(table === 'leads' ? telefone : whatsapp);
  const { phone_key, email_key } = personKeys(phone, typeof email === 'string' ? email : null);
  return [phone_key, email_key];
}

function storeAll(
  database: DatabaseSync,
  rows: readonly CaptureRow[],
  store: (row: CaptureRow) => number,
): InsertOutcome {
  database.exec('savepoint request');
  const outcome = catchRefusal(() => {
    for (const row of rows) store(row);
    return CAPTURE_STORED;
  });
  database.exec(outcome.ok ? 'release request' : 'rollback to request; release request');
  return outcome;
}

function catchRefusal(store: () => InsertOutcome): InsertOutcome {
  try {
    return store();
  } catch (error) {
    const code = SQLSTATE_BY_ERRCODE[Number((error as { errcode?: number }).errcode)];
    if (code === undefined) throw error;
    return { ok: false, reason: 'refused', code };
  }
}

function toSqlValue(value: unknown): SQLInputValue {
  if (value === undefined || value === null) return null;
  if (value instanceof JsonText) return value.text;
  return typeof value === 'object' ? JSON.stringify(value) : (value as SQLInputValue);
}

/** Needs an open transaction. A repeat changes nothing. */
export function prepareNotices(database: DatabaseSync) {
  const statement = database.prepare(
    `insert into notices (platform, digest, headers, body, proof) values (?, ?, ?, ?, ?)
     on conflict do nothing`,
  );
  return ({ platform, digest, headers, body, proof }: RawNotice) =>
    statement.run(platform, digest, headers, body, proof);
}
