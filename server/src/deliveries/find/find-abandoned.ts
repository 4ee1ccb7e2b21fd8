import { emailKey, phoneKey } from '@funil/contract/person';
import type { Database } from '../../store/database.ts';
import { ABANDONED_AFTER, draftNews, type StoredDraft } from './compose-application.ts';
import { findOrigins, readDrafts } from './find-drafts.ts';
import type { Found, Range } from './news.ts';
import { keepOne, numberOf } from './number.ts';
import { readToOf, type Step } from './step.ts';

const DAY = 24 * 60 * 60 * 1000;
/** Who applied so long, in ms, before the draft has not abandoned anything; whoever did earlier begins anew. */
const RECENTLY = 30 * DAY;

/** A draft and where it stands. */
type Numbered = StoredDraft & { readonly number: number };

/**
 * `application.abandoned` of drafts that are an hour old, and neither corrected since nor followed by an
 * application: of the same id, or of the same contact under another.
 * @param now in ms
 */
export async function findAbandoned(step: Step, range: Range, now: number): Promise<Found> {
  const since = new Date(Date.parse(range.since) - ABANDONED_AFTER).toISOString();
  const rows = await readDrafts(step, { ...range, since });
  const isOld = ({ created_at }: Numbered) => Date.parse(created_at) <= now - ABANDONED_AFTER;
  const young = rows.findIndex((row) => !isOld(row));
  const old = young === -1 ? rows : rows.slice(0, young);
  const readTo = young === -1 ? readToOf(rows, range) : (old.at(-1)?.number ?? range.after);
  const newest = await keepOne(step, 'newest', { table: 'application_drafts', rows: old });
  const left = await keepUnanswered(step, newest);
  const origins = await findOrigins(step, left);
  const news = left.map((row) =>
    draftNews('application.abandoned', row, origins.get(row.id) ?? null),
  );
  return { news, readTo };
}

/** Whether the next draft to be judged is an hour old. */
export async function isAbandonedDue(
  database: Database,
  after: number,
  now: number,
): Promise<boolean> {
  const number = numberOf(database.dialect, 'application_drafts');
  const next = await database
    .selectFrom('application_drafts')
    .select('created_at')
    .where(number, '>', after)
    .orderBy(number)
    .limit(1)
    .executeTakeFirst();
  return next !== undefined && Date.parse(next.created_at) <= now - ABANDONED_AFTER;
}

/** Without those whose applicant has applied. */
async function keepUnanswered({ step }: Step, rows: readonly Numbered[]): Promise<Numbered[]> {
  if (rows.length === 0) return [];
  const keyed = rows.map((row) => ({
    row,
    keys: [row.id, phoneKey(row.whatsapp), emailKey(row.email)],
  }));
  const wanted = [...new Set(keyed.flatMap(({ keys }) => keys.filter((key) => key !== null)))];
  const ids = rows.map(({ id }) => id);
  const oldest = Math.min(...rows.map(({ created_at }) => Date.parse(created_at)));
  const applications = await step
    .selectFrom('applications')
    .select(['id', 'phone_key', 'email_key'])
    .where('created_at', '>=', new Date(oldest - RECENTLY).toISOString())
    .where(({ eb, or }) =>
      or([eb('id', 'in', ids), eb('phone_key', 'in', wanted), eb('email_key', 'in', wanted)]),
    )
    .execute();
  const applied = new Set<string | null>(
    applications.flatMap(({ id, phone_key, email_key }) => [id, phone_key, email_key]),
  );
  applied.delete(null);
  return keyed.flatMap(({ row, keys }) => (keys.some((key) => applied.has(key)) ? [] : [row]));
}
