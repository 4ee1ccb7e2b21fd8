import type { Database } from '../../store/database.ts';
import { readVisitContext } from '../../visits/visit-contexts.ts';
import { type ContactRef, subjectOf } from '../contacts/contact-ref.ts';
import { readFollowups } from '../contacts/read-contacts.ts';

/** All stored rows of leads and applications, as they stand in their tables, and what was noted beside. */
export async function exportRows(database: Database, refs: readonly ContactRef[]) {
  const leadIds = refs.flatMap((ref) => (ref.kind === 'lead' ? [ref.leadId] : []));
  const ids = refs.flatMap((ref) => (ref.kind === 'application' ? [ref.applicationId] : []));
  const names = refs.map(subjectOf);
  const leads =
    leadIds.length === 0
      ? []
      : await database.selectFrom('leads').selectAll().where('id', 'in', leadIds).execute();
  const read = (table: 'applications' | 'application_drafts') =>
    ids.length === 0
      ? Promise.resolve([])
      : database.selectFrom(table).selectAll().where('id', 'in', ids).execute();
  const changes =
    names.length === 0
      ? []
      : await database
          .selectFrom('followup_changes')
          .select(['subject', 'at', 'kind', 'detail'])
          .where('subject', 'in', names)
          .orderBy('id')
          .execute();
  const followups = names.length === 0 ? new Map() : await readFollowups(database, names);
  return {
    leads: leads.map((lead) => ({ ...lead, botoes_clicados: JSON.parse(lead.botoes_clicados) })),
    applications: await read('applications'),
    application_drafts: await read('application_drafts'),
    notes: [...followups].map(([subject, { state, note, changed_at }]) => ({
      ...{ subject, state, note, changed_at },
    })),
    changes,
    visits: await readContexts(database, [
      ...leads.flatMap(({ idempotency_key }) => idempotency_key ?? []),
      ...ids,
    ]),
  };
}

/** What is kept of their visits for conversions, while it is. */
async function readContexts(database: Database, references: readonly string[]) {
  const contexts = [];
  for (const reference of new Set(references)) {
    const context = await readVisitContext(database, reference);
    if (context) contexts.push({ reference, ...context });
  }
  return contexts;
}

/** Platforms' notices that no sale was made of, as they came. */
export async function exportNotices(database: Database, ids: readonly number[]) {
  if (ids.length === 0) return [];
  const notices = await database
    .selectFrom('notices')
    .select(['id', 'platform', 'received_at', 'body'])
    .where('id', 'in', ids)
    .execute();
  return notices.map(({ body, ...notice }) => ({ ...notice, body: Buffer.from(body).toString() }));
}
