import { readAnswers } from '@funil/contract/contacts/questions/answers';
import { type SqlBool, sql } from 'kysely';
import { type ContactRef, contactKeyOf, splitRefs } from '../contacts/contact-ref.ts';
import { readClicks } from '../contacts/leads.ts';
import { readFollowups } from '../contacts/list/contact-items.ts';
import type { Database } from '../store/database.ts';
import { isInAny, numbersOf, uuidsOf } from '../store/queries/sql.ts';
import { readVisitContext } from '../visits/visit-contexts.ts';

export async function exportRows(database: Database, refs: readonly ContactRef[]) {
  const { leadIds, applicationIds } = splitRefs(refs);
  const subjects = refs.map(contactKeyOf);
  const leads = await database
    .selectFrom('leads')
    .selectAll()
    .where(sql<SqlBool>`id in (${numbersOf(database, leadIds)})`)
    .execute();
  const readSaves = (table: 'applications' | 'application_drafts') =>
    database
      .selectFrom(table)
      .selectAll()
      .where(sql<SqlBool>`id in (${uuidsOf(database, applicationIds)})`)
      .execute();
  const references = [
    ...leads.flatMap(({ idempotency_key }) => idempotency_key ?? []),
    ...applicationIds,
  ];
  const isOfPerson = isInAny({ subject: subjects });
  const followupsByKey = await readFollowups(database, subjects);
  return {
    leads: leads.map((lead) => ({
      ...lead,
      botoes_clicados: readClicks(lead.botoes_clicados),
      respostas: readAnswers(lead.respostas),
    })),
    applications: (await readSaves('applications')).map((save) =>
      'respostas' in save ? { ...save, respostas: readAnswers(String(save.respostas)) } : save,
    ),
    application_drafts: await readSaves('application_drafts'),
    notes: await database
      .selectFrom('contact_notes')
      .select(['subject', 'at', 'written_by', 'text as note'])
      .where(isOfPerson)
      .orderBy('id')
      .execute(),
    followups: [...followupsByKey].map(([subject, { state, owner, follow_up_at, changed_at }]) => ({
      subject,
      state,
      owner,
      follow_up_at,
      changed_at,
    })),
    changes: await database
      .selectFrom('followup_changes')
      .select(['subject', 'at', 'kind', 'detail'])
      .where(isOfPerson)
      .orderBy('id')
      .execute(),
    visits: await readContexts(database, references),
    tests: await readTests(database, references),
  };
}

async function readTests(database: Database, references: readonly string[]) {
  const visits = sql.table('visits');
  const { rows } = await sql<{ reference: string; test: string; version: string }>`
    select lead_ref as reference, test, version from ${visits}
    where test is not null and lead_ref in (${uuidsOf(database, references)})
    union all
    select application_ref, test, version from ${visits}
    where test is not null and application_ref in (${uuidsOf(database, references)})
  `.execute(database);
  return rows;
}

async function readContexts(database: Database, references: readonly string[]) {
  const contexts = [];
  for (const reference of new Set(references)) {
    const context = await readVisitContext(database, reference);
    if (context) contexts.push({ reference, ...context });
  }
  return contexts;
}

export async function exportNotices(database: Database, ids: readonly number[]) {
  const notices = await database
    .selectFrom('notices')
    .select(['id', 'platform', 'received_at', 'body'])
    .where(sql<SqlBool>`id in (${numbersOf(database, ids)})`)
    .execute();
  return notices.map(({ body, ...notice }) => ({ ...notice, body: Buffer.from(body).toString() }));
}
