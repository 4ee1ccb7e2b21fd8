import { DAY_MS } from '@funil/contract/durations';
import { emailKey, phoneKey } from '@funil/contract/person';
import { draftEvent, type Numbered, type StoredDraft } from './compose-events.ts';
import { findOrigins, readDrafts } from './find-events.ts';
import { type Found, keepOne, type Range, readToOf, type Step } from './scan.ts';

/** Who applied so long, in ms, before the draft has not abandoned anything; whoever did earlier begins anew. */
const RECENTLY = 30 * DAY_MS;

type Draft = Numbered<StoredDraft>;

/**
 * `application.abandoned` of drafts that are neither corrected since nor followed by an application: of the
 * same id, or of the same contact under another.
 * @param range of drafts that are an hour old (watch-old-drafts.ts)
 */
export async function findAbandoned(step: Step, range: Range): Promise<Found> {
  const rows = await readDrafts(step, range);
  const newest = await keepOne(step, 'newest', { table: 'application_drafts', rows });
  const left = await keepUnanswered(step, newest);
  const origins = await findOrigins(step, left);
  const events = left.map((row) =>
    draftEvent('application.abandoned', row, origins.get(row.id) ?? null),
  );
  return { events, readTo: readToOf(rows, range) };
}

/** Without those whose applicant has applied. */
async function keepUnanswered({ step }: Step, rows: readonly Draft[]): Promise<Draft[]> {
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
