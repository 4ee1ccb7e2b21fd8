import type { Kysely } from 'kysely';
import type { Tables } from '../store/database.ts';
import { type ContactRef, contactKeyOf } from './contact-ref.ts';

/** Marks the list's row of a contact as a robot's, or as a person's; returns whether it was not marked so. */
export async function setListedMark(
  transaction: Kysely<Tables>,
  ref: ContactRef,
  isSuspect: boolean,
): Promise<boolean> {
  const [column, id] =
    ref.kind === 'lead'
      ? (['lead_id', ref.leadId] as const)
      : (['application_id', ref.applicationId] as const);
  const suspect = Number(isSuspect);
  const { numUpdatedRows } = await transaction
    .updateTable('contacts')
    .set({ suspect })
    .where(column, '=', id)
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
