import { PROVEN_PERSON_SIGNAL } from '@funil/contract/contacts/robot-signals';
import { sql } from 'kysely';
import type { Queryable } from '../store/database.ts';
import { type ContactRef, contactKeyOf, isOfContact } from './contact-ref.ts';

/** Sets whether the contact list shows the contact as suspect. Returns whether the row changed. */
export async function setContactSuspect(
  database: Queryable,
  ref: ContactRef,
  isSuspect: boolean,
): Promise<boolean> {
  const suspect = Number(isSuspect);
  const { numUpdatedRows } = await database
    .updateTable('contacts')
    .set({ suspect })
    .where(isOfContact(ref))
    .where('suspect', '<>', suspect)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Adds a change, by which the consumer of `changes` updates visits and withheld conversions. */
export const recordJudgement = (database: Queryable, ref: ContactRef) =>
  database
    .insertInto('changes')
    .values({ kind: 'judged', key: contactKeyOf(ref) })
    .execute();

/** Clears the suspicion when an operator or a sale shows that a person sent the row. Reports then count the row. */
export async function markAsPerson(database: Queryable, ref: ContactRef): Promise<void> {
  if (!(await setContactSuspect(database, ref, false))) return;
  const isLead = ref.kind === 'lead';
  const id = isLead ? ref.leadId : ref.applicationId;
  for (const table of isLead ? ['leads'] : ['applications', 'application_drafts']) {
    await sql`update ${sql.table(table)}
      set signals = coalesce(signals || ',', '') || ${sql.lit(PROVEN_PERSON_SIGNAL)}, suspect = null
      where id = ${id}`.execute(database);
  }
  await recordJudgement(database, ref);
}
