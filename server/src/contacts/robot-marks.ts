import { IS_PERSON } from '@funil/contract/contacts/robot-signals';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../store/database.ts';
import { type ContactRef, contactKeyOf, isOfContact } from './contact-ref.ts';

/** Marks the list's row of a contact as a robot's, or as a person's; returns whether it was not marked so. */
export async function setListedMark(
  transaction: Kysely<Tables>,
  ref: ContactRef,
  isSuspect: boolean,
): Promise<boolean> {
  const suspect = Number(isSuspect);
  const { numUpdatedRows } = await transaction
    .updateTable('contacts')
    .set({ suspect })
    .where(isOfContact(ref))
    .where('suspect', '<>', suspect)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Has visits and withheld conversions follow the judgement of a contact. */
export const noteJudged = (transaction: Kysely<Tables>, ref: ContactRef) =>
  transaction
    .insertInto('changes')
    .values({ kind: 'judged', key: contactKeyOf(ref) })
    .execute();

/**
 * Puts a marked lead or application back into lists and numbers, because an operator or a sale shows that it is a
 * person's. The consumer of changes updates visits and conversions; an unmarked contact stays as it is.
 */
export async function putBack(transaction: Kysely<Tables>, ref: ContactRef): Promise<void> {
  if (!(await setListedMark(transaction, ref, false))) return;
  const isLead = ref.kind === 'lead';
  const id = isLead ? ref.leadId : ref.applicationId;
  for (const table of isLead ? ['leads'] : ['applications', 'application_drafts']) {
    await sql`update ${sql.table(table)}
      set signals = coalesce(signals || ',', '') || ${sql.lit(IS_PERSON)}, suspect = null
      where id = ${id}`.execute(transaction);
  }
  await noteJudged(transaction, ref);
}
