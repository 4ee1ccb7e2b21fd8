import { UTM_FIELDS, type Utms } from '@funil/contract/utm';
import type { Database } from '../store/database.ts';
import { findPerson } from './people/find-rows.ts';

/** Where a person came from, by the newest lead or application with that phone. */
export interface Origin {
  /** The lead's idempotency key, or the application's id. */
  readonly key: string;
  readonly utms: Utms;
}

export async function findOrigin(database: Database, phone: string): Promise<Origin | null> {
  const found = await findPerson(database, { phone, email: null });
  const rows = [
    ...found.leads.map((row) => ({ ...row, table: 'leads' as const })),
    ...found.applications.map((row) => ({ ...row, table: 'applications' as const })),
  ].filter(({ reference }) => reference !== null);
  const newest = rows.toSorted((a, b) => (a.created_at < b.created_at ? -1 : 1)).at(-1);
  if (!newest?.reference) return null;
  const { table, id } = newest;
  const utms =
    table === 'leads'
      ? await database
          .selectFrom('leads')
          .select(UTM_FIELDS)
          .where('id', '=', Number(id))
          .executeTakeFirst()
      : await database
          .selectFrom('newest_applications')
          .select(UTM_FIELDS)
          .where('id', '=', String(id))
          .executeTakeFirst();
  return utms ? { key: newest.reference, utms } : null;
}
