import { IS_PERSON, joinSignals } from '@funil/contract/contacts/robot-signals';
import type { Kysely } from 'kysely';
import type { Tables } from '../store/database.ts';
import { type ContactRef, subjectOf } from './contact-ref.ts';

const toPerson = (signals: string | null) => ({
  signals: joinSignals(signals, IS_PERSON),
  suspect: null,
});

/**
 * Puts a marked lead or application back into lists and numbers, because somebody knows that it is a person's; the consumer of
 * changes does the rest. Does nothing to one that is not marked.
 */
export async function putBack(transaction: Kysely<Tables>, ref: ContactRef): Promise<void> {
  const contacts = transaction.updateTable('contacts').set({ suspect: 0 });
  const { numUpdatedRows } = await (ref.kind === 'lead'
    ? contacts.where('lead_id', '=', ref.leadId)
    : contacts.where('application_id', '=', ref.applicationId)
  )
    .where('suspect', '>', 0)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return;
  if (ref.kind === 'lead') await clearLead(transaction, ref.leadId);
  else await clearApplication(transaction, ref.applicationId);
  await transaction
    .insertInto('changes')
    .values({ kind: 'judged', key: subjectOf(ref) })
    .execute();
}

async function clearLead(transaction: Kysely<Tables>, id: number) {
  const { signals } = await transaction
    .selectFrom('leads')
    .select('signals')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await transaction.updateTable('leads').set(toPerson(signals)).where('id', '=', id).execute();
}

async function clearApplication(transaction: Kysely<Tables>, id: string) {
  for (const table of ['applications', 'application_drafts'] as const) {
    const rows = await transaction
      .selectFrom(table)
      .select(['save_id', 'signals'])
      .where('id', '=', id)
      .execute();
    for (const { save_id, signals } of rows) {
      await transaction
        .updateTable(table)
        .set(toPerson(signals))
        .where('save_id', '=', String(save_id))
        .execute();
    }
  }
}
