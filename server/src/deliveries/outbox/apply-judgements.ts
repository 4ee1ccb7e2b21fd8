import type { Kysely } from 'kysely';
import { parseSubject, splitRefs, subjectOf } from '../../contacts/contact-ref.ts';
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
  const { leadIds, applicationIds } = splitRefs(
    subjects.flatMap((subject) => parseSubject(subject) ?? []),
  );
  const leads =
    leadIds.length === 0
      ? []
      : await transaction
          .selectFrom('leads')
          .select(['id', 'idempotency_key', 'created_at', 'suspect'])
          .where('id', 'in', leadIds)
          .execute();
  const applications =
    applicationIds.length === 0
      ? []
      : await transaction
          .selectFrom('newest_applications')
          .select(['id', 'suspect'])
          .where('id', 'in', applicationIds)
          .execute();
  const refs = [...leads.flatMap(({ idempotency_key: key }) => key ?? []), ...applicationIds];
  if (refs.length > 0) await judgeAgain(transaction, { refs });
  const judged = [
    ...leads.map(({ id, idempotency_key: key, created_at, suspect }) => ({
      subject: leadSubject(key, id, created_at),
      suspect,
    })),
    ...applications.map(({ id, suspect }) => ({
      subject: subjectOf({ kind: 'application', applicationId: id }),
      suspect,
    })),
  ];
  for (const { subject, suspect } of judged) {
    if (suspect === null) await sendWithheld(transaction, subject, now);
  }
}
