import type { ContactRef } from '@funil/server/leads/contacts/contact-ref';
import { readContactRows } from '@funil/server/leads/contacts/contact-rows';
import { writeContacts } from '@funil/server/leads/contacts/write-contacts';
import { sentAt } from '@funil/server/sales/sent-at';
import type { Database, Tables } from '@funil/server/store/database';
import { inChunks } from '@funil/server/store/in-chunks';
import { waitForLock } from '@funil/server/store/locks';
import { tableOf } from '@funil/server/store/sql';
import { type Kysely, sql } from 'kysely';

/** The key of each row that was sent, by table: UUIDs of version 7, which contain the time. */
export interface SentKeys {
  readonly leads: ReadonlySet<string>;
  readonly application_drafts: ReadonlySet<string>;
  readonly applications: ReadonlySet<string>;
}

/** SQLite has one writer at a time, for which captures wait. */
const ROWS_PER_TRANSACTION = 200;

/**
 * Dates the stored rows of a simulated month by their keys, in the database and in the contact list: the server dated them
 * by their arrival, after the visits and sales of their story.
 * @returns whether the database has any of the rows
 */
export async function dateRows(database: Database, keys: SentKeys): Promise<boolean> {
  let count = 0;
  for (const table of ['leads', 'application_drafts', 'applications'] as const) {
    for (const some of inChunks([...keys[table]], ROWS_PER_TRANSACTION)) {
      count += await database
        .transaction()
        .execute((transaction) => dateSome(transaction, table, some));
    }
  }
  return count > 0;
}

async function dateSome(
  transaction: Kysely<Tables>,
  table: keyof SentKeys,
  keys: readonly string[],
): Promise<number> {
  // In the order of the consumer of changes, which takes both.
  await waitForLock(transaction, 'sales');
  await waitForLock(transaction, 'contacts');
  const key = sql.ref(table === 'leads' ? 'idempotency_key' : 'save_id');
  const { rows } = await sql<{ key: string; id: string | number; created_at: string }>`
    select ${key} as key, id, created_at from ${sql.table(table)}
    where ${key} in (${sql.join(keys)})`.execute(transaction);
  if (rows.length === 0) return 0;
  const dated = rows.map(({ created_at, ...row }) => {
    const at = sentAt(row.key, created_at);
    return { ...row, at, ms: Date.parse(at) };
  });
  const sent = tableOf(
    transaction,
    { key: 'uuid', id: table === 'leads' ? 'bigint' : 'uuid', at: 'timestamptz', ms: 'bigint' },
    dated,
  );
  await sql`update ${sql.table(table)} set created_at = sent.at from ${sent} as sent
    where ${sql.ref(`${table}.${table === 'leads' ? 'idempotency_key' : 'save_id'}`)} = sent.key`.execute(
    transaction,
  );
  if (table === 'leads') {
    // Listed leads: their rows are never written again.
    await sql`update ${sql.table('contacts')} set at = sent.ms, saved_at = sent.at
      from ${sent} as sent where lead_id = sent.id`.execute(transaction);
  }
  const refs = dated.map(
    ({ id }): ContactRef =>
      table === 'leads'
        ? { kind: 'lead', leadId: Number(id) }
        : { kind: 'application', applicationId: String(id) },
  );
  await writeContacts(transaction, [...(await readContactRows(transaction, refs)).values()]);
  return rows.length;
}
