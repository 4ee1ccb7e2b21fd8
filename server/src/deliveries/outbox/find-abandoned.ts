import { findApplied, toDraftContact } from '../../leads/abandoned.ts';
import { readDraftOrigins } from '../../leads/contacts/draft-origins.ts';
import { draftEvent, type Numbered, type StoredDraft } from './compose-events.ts';
import { readDrafts } from './find-events.ts';
import { type Found, keepOne, type Range, readToOf, type Step } from './scan.ts';

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
  const origins = await readDraftOrigins(
    step.step,
    left.map(({ id }) => id),
  );
  const events = left.map((row) =>
    draftEvent('application.abandoned', row, origins.get(row.id) ?? null),
  );
  return { events, readTo: readToOf(rows, range) };
}

/** Returns the drafts whose applicants have not applied. */
async function keepUnanswered({ step }: Step, rows: readonly Draft[]): Promise<Draft[]> {
  const applied = await findApplied(step, rows.map(toDraftContact));
  return rows.filter(({ id }) => !applied.has(id));
}
