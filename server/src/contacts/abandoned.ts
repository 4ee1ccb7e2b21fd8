import { emailPersonKey, phoneKey } from '@funil/contract/contacts/person';
import { HOUR_MS } from '@funil/contract/durations';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Queryable, Tables } from '../store/database.ts';
import { inChunks } from '../store/queries/in-chunks.ts';
import { daysBefore, tableOfRows } from '../store/queries/sql.ts';

/** A draft is abandoned if it was not saved for this long, and the applicant has not applied. */
export const ABANDONED_AFTER_MS = HOUR_MS;
/** A draft that is saved this long after an application is a new attempt. */
const NEW_ATTEMPT_AFTER_DAYS = 30;
const DRAFTS_PER_QUERY = 1_000;

export const abandonedBefore = (now: number): string =>
  new Date(now - ABANDONED_AFTER_MS).toISOString();

/** @param drafts a table with `application_id`, `phone_key`, `email_key` and `saved_at`, such as `contacts` */
export function hasApplied(database: Queryable, drafts: string): RawBuilder<SqlBool> {
  const column = (name: string) => sql.ref(`${drafts}.${name}`);
  const earliest = daysBefore(database, column('saved_at'), NEW_ATTEMPT_AFTER_DAYS);
  // SQLite uses no index for an `or` that also compares a time.
  const byContact = (key: 'phone_key' | 'email_key') => sql`exists (
    select 1 from applications as submitted
    where submitted.${sql.raw(key)} = ${column(key)} and submitted.created_at >= ${earliest})`;
  return sql<SqlBool>`(
    exists (select 1 from applications as submitted where submitted.id = ${column('application_id')})
    or ${byContact('phone_key')} or ${byContact('email_key')})`;
}

interface DraftContact {
  readonly id: string;
  readonly phoneKey: string | null;
  readonly emailKey: string | null;
  readonly savedAt: string;
}

export const toDraftContact = (
  draft: Pick<Tables['application_drafts'], 'id' | 'whatsapp' | 'email'> & { created_at: string },
): DraftContact => ({
  id: draft.id,
  phoneKey: phoneKey(draft.whatsapp),
  emailKey: emailPersonKey(draft.email),
  savedAt: draft.created_at,
});

export async function findApplied(
  database: Queryable,
  drafts: readonly DraftContact[],
): Promise<Set<string>> {
  const appliedIds = new Set<string>();
  for (const chunk of inChunks(drafts, DRAFTS_PER_QUERY)) {
    const table = tableOfRows(
      database,
      { table: 'contacts', columns: ['application_id', 'phone_key', 'email_key', 'saved_at'] },
      chunk.map(({ id, phoneKey, emailKey, savedAt }) => ({
        application_id: id,
        phone_key: phoneKey,
        saved_at: savedAt,
        email_key: emailKey,
      })),
    );
    const { rows } = await sql<{ id: string }>`
      select application_id as id from ${table} as draft
      where ${hasApplied(database, 'draft')}`.execute(database);
    for (const { id } of rows) appliedIds.add(id);
  }
  return appliedIds;
}

export async function findAbandoned(
  database: Queryable,
  drafts: readonly DraftContact[],
  now: number,
): Promise<Set<string>> {
  const oldDrafts = drafts.filter(({ savedAt }) => savedAt < abandonedBefore(now));
  const appliedIds = await findApplied(database, oldDrafts);
  return new Set(oldDrafts.flatMap(({ id }) => (appliedIds.has(id) ? [] : [id])));
}
