import { UTM_FIELDS, type Utms } from '@funil/contract/utm';
import { sql } from 'kysely';
import { draftNews } from './compose-application.ts';
import type { Found, Range } from './news.ts';
import { keepOne, numberOf } from './number.ts';
import { readToOf, type Step } from './step.ts';

/** `application.started` of the first draft of each id. */
export async function findDrafts(step: Step, range: Range): Promise<Found> {
  const rows = await readDrafts(step, range);
  const first = await keepOne(step, 'first', { table: 'application_drafts', rows });
  const origins = await findOrigins(step, first);
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

/** Where the visitors came from, by the first event of each form that is known by now. */
export async function findOrigins(
  { step }: Step,
  forms: readonly { readonly id: string }[],
): Promise<ReadonlyMap<string, Utms>> {
  if (forms.length === 0) return new Map();
  const ids = forms.map(({ id }) => id);
  const events = await step
    .selectFrom('jornada')
    .select(['lead_ref', ...UTM_FIELDS])
    .where('lead_ref', 'in', ids)
    // The index knows events that name somebody, and is used for what says so.
    .where(sql<boolean>`lead_ref is not null`)
    .orderBy('occurred_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return new Map(events.map(({ lead_ref, ...utms }) => [lead_ref ?? '', utms]));
}
