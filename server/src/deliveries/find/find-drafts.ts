import { readDraftOrigins } from '../../leads/contacts/draft-origins.ts';
import { draftNews } from './compose-application.ts';
import type { Found, Range } from './news.ts';
import { keepOne, numberOf } from './number.ts';
import { readToOf, type Step } from './step.ts';

/** `application.started` of the first draft of each id. */
export async function findDrafts(step: Step, range: Range): Promise<Found> {
  const rows = await readDrafts(step, range);
  const first = await keepOne(step, 'first', { table: 'application_drafts', rows });
  const origins = await readDraftOrigins(
    step.step,
    step.dialect,
    first.map(({ id }) => id),
  );
  return {
    news: first.map((row) => draftNews('application.started', row, origins.get(row.id) ?? null)),
    readTo: readToOf(rows, range),
  };
}

export function readDrafts({ step, dialect }: Step, range: Range) {
  const number = numberOf(dialect, 'application_drafts');
  return step
    .selectFrom('application_drafts')
    .select(['save_id', 'id', 'created_at', 'suspect', 'nome', 'email', 'whatsapp', 'instagram'])
    .select(number.as('number'))
    .where(number, '>', range.after)
    .where(number, '<=', range.until)
    .orderBy(number)
    .limit(range.most)
    .execute();
}
