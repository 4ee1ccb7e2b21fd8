import { HOUR_MS } from '@funil/contract/durations';
import { sql } from 'kysely';
import { applicationKey } from '../../contacts/contact-ref.ts';
import type { Database } from '../../store/database.ts';
import { queuePush } from './queue-push.ts';

/** The reminder comes this long before the deadline, or half of the promised time if that is less. */
const DEADLINE_REMINDER_MS = 4 * HOUR_MS;
const MAX_APPLICATIONS_REMINDED = 200;
const DEADLINE_EVENT = 'application.due';

/** @param replyHours within which the page promises a reply; null: no promise */
export async function queueDeadlinePushes(
  database: Database,
  now: number,
  replyHours: number | null,
): Promise<void> {
  if (replyHours === null) return;
  const promisedMs = replyHours * HOUR_MS;
  const rows = await database
    .selectFrom('contacts')
    .innerJoin('newest_applications', 'newest_applications.id', 'application_id')
    .select(['newest_applications.id', 'nome', 'phone_key', 'email_key', 'sent_at'])
    .where('stage', '=', 'sent')
    .where('state', '=', 'novo')
    .where('contacts.suspect', '=', 0)
    .where('sent_at', '>', now - promisedMs)
    .where('sent_at', '<=', now - promisedMs + Math.min(DEADLINE_REMINDER_MS, promisedMs / 2))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('outbox_events')
            .select('number')
            .where('type', '=', DEADLINE_EVENT)
            .where('subject', '=', sql<string>`${applicationKey('')} || newest_applications.id`),
        ),
      ),
    )
    .orderBy('sent_at')
    .limit(MAX_APPLICATIONS_REMINDED)
    .execute();
  if (rows.length === 0) return;
  const happenedAt = new Date(now).toISOString();
  await database.transaction().execute((transaction) =>
    queuePush(
      transaction,
      rows.map(({ id, nome, phone_key: phoneKey, email_key: emailKey }) => ({
        type: DEADLINE_EVENT,
        subject: applicationKey(id),
        happenedAt,
        data: { nome },
        phoneKey,
        emailKey,
      })),
      { now },
    ),
  );
}
