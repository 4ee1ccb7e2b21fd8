import type { ContactRef } from '@funil/server/contacts/contact-ref';
import { readContactRows } from '@funil/server/contacts/contact-rows';
import { writeContacts } from '@funil/server/contacts/write-contacts';
import { readSentAt } from '@funil/server/sales/sent-at';
import type { Database } from '@funil/server/store/database';
import { waitForLock } from '@funil/server/store/locks';
import { inChunks } from '@funil/server/store/queries/in-chunks';
import { tableOfRows } from '@funil/server/store/queries/sql';
import { sql } from 'kysely';
import { isSimulated } from './undo-months.ts';

/** The number is small, because on SQLite captures wait for the end of each transaction. */
const ROWS_PER_TRANSACTION = 200;

const KEY_COLUMNS = {
  leads: 'idempotency_key',
  application_drafts: 'save_id',
  applications: 'save_id',
} as const;

/**
 * Gives the simulated rows that were stored since `start` (ISO time in UTC) the times in their keys. The server dated
 * them by their arrival, later than their visits and sales. @returns whether the database has any such row
 */
export async function backdateRows(database: Database, start: string): Promise<boolean> {
  let hasRows = false;
  for (const table of ['leads', 'application_drafts', 'applications'] as const) {
    const key = sql.ref(`${table}.${KEY_COLUMNS[table]}`);
    const stored = await sql<{ key: string; id: string | number; created_at: string }>`
      select ${key} as key, id, created_at from ${sql.table(table)}
      where created_at >= ${start} and ${isSimulated(KEY_COLUMNS[table])}`.execute(database);
    hasRows ||= stored.rows.length > 0;
    for (const chunk of inChunks(stored.rows, ROWS_PER_TRANSACTION)) {
      const dated = chunk.map((row) => {
        const at = readSentAt(row.key, row.created_at);
        return { key: row.key, id: row.id, at };
      });
      const refs = dated.map(
        ({ id }): ContactRef =>
          table === 'leads'
            ? { kind: 'lead', leadId: Number(id) }
            : { kind: 'application', applicationId: String(id) },
      );
      await database.transaction().execute(async (transaction) => {
        // The consumer of changes takes the locks in the same order, so that neither blocks the other.
        await waitForLock(transaction, 'sales');
        await waitForLock(transaction, 'contacts');
        const sent = tableOfRows(
          transaction,
          { table, columns: [KEY_COLUMNS[table], 'created_at'] },
          dated.map(({ key, at }) => ({ [KEY_COLUMNS[table]]: key, created_at: at })),
        );
        await sql`update ${sql.table(table)} set created_at = sent.created_at from ${sent} as sent
          where ${key} = ${sql.ref(`sent.${KEY_COLUMNS[table]}`)}`.execute(transaction);
        if (table === 'leads') {
          const listed = tableOfRows(
            transaction,
            { table: 'contacts', columns: ['lead_id', 'at', 'saved_at'] },
            dated.map(({ id, at }) => ({ lead_id: id, at: Date.parse(at), saved_at: at })),
          );
          // `writeContacts` never writes a listed lead again.
          await sql`update ${sql.table('contacts')} set at = sent.at, saved_at = sent.saved_at
            from ${listed} as sent where contacts.lead_id = sent.lead_id`.execute(transaction);
        }
        await writeContacts(transaction, [...(await readContactRows(transaction, refs)).values()]);
      });
    }
  }
  return hasRows;
}
