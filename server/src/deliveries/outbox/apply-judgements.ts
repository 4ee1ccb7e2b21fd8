import type { Kysely } from 'kysely';
import { contactKeyOf, parseContactKey } from '../../contacts/contact-ref.ts';
import { readContactRows } from '../../contacts/contact-rows.ts';
import type { Tables } from '../../store/database.ts';
import { judgeAgain } from '../../visits/judge-visits.ts';
import { sendWithheld } from '../replay.ts';
import { leadSubject } from './compose-events.ts';

/**
 * Has the visits of leads and applications that were judged anew follow them, and sends what was withheld of those that are
 * people's now.
 * @param subjects `lead:<number>` or `application:<uuid>`
 * @param now ISO time in UTC
 */
export async function applyJudgements(
  transaction: Kysely<Tables>,
  subjects: readonly string[],
  now: string,
): Promise<void> {
  const refs = subjects.flatMap((subject) => parseContactKey(subject) ?? []);
  if (refs.length === 0) return;
  const rows = [...(await readContactRows(transaction, refs)).values()];
  await judgeAgain(transaction, { refs: rows.flatMap(({ reference }) => reference ?? []) });
  const people = rows.flatMap(({ ref, reference, createdAt, suspect }) => {
    if (suspect !== null) return [];
    const isLead = ref.kind === 'lead';
    return [isLead ? leadSubject(reference, ref.leadId, createdAt) : contactKeyOf(ref)];
  });
  if (people.length > 0) await sendWithheld(transaction, people, now);
}
