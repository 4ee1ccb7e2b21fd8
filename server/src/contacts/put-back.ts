import { IS_PERSON } from '@funil/contract/contacts/robot-signals';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../store/database.ts';
import { type ContactRef, subjectOf } from './contact-ref.ts';

/**
 * Puts a marked lead or application back into lists and numbers, because somebody knows that it is a person's; the consumer of
 * changes does the rest. Does nothing to one that is not marked.
 */
export async function putBack(transaction: Kysely<Tables>, ref: ContactRef): Promise<void> {
  const isLead = ref.kind === 'lead';
  const [column, id] = isLead
    ? (['lead_id', ref.leadId] as const)
    : (['application_id', ref.applicationId] as const);
  const { numUpdatedRows } = await transaction
    .updateTable('contacts')
    .set({ suspect: 0 })
    .where(column, '=', id)
    .where('suspect', '>', 0)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return;
  for (const table of isLead ? ['leads'] : ['applications', 'application_drafts']) {
    await sql`update ${sql.table(table)}
      set signals = coalesce(signals || ',', '') || ${sql.lit(IS_PERSON)}, suspect = null
      where id = ${id}`.execute(transaction);
  }
  await transaction
    .insertInto('changes')
    .values({ kind: 'judged', key: subjectOf(ref) })
    .execute();
}
