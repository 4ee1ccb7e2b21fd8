import { IS_PERSON } from '@funil/contract/contacts/robot-signals';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../store/database.ts';
import type { ContactRef } from './contact-ref.ts';
import { noteJudged, setListedMark } from './listed-mark.ts';

/**
 * Puts a marked lead or application back into lists and numbers, because somebody knows that it is a person's; the consumer of
 * changes does the rest. Does nothing to one that is not marked.
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
