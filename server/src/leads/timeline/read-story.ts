import { sentAt } from '../../sales/match-sale.ts';
import type { Database } from '../../store/database.ts';
import { inFunil } from '../../store/funil-tables.ts';
import { nameOf, type SubjectRef } from '../contacts/subject-name.ts';
import type { StoryFact } from './fact.ts';
import { readSaleFacts } from './sale-facts.ts';
import { sortFacts } from './sort-facts.ts';
import { readVisitFacts } from './visit-facts.ts';

/** Most lines of one kind: a robot's story ends somewhere. */
const MOST = 200;

/** All that is known of leads and applications of one person, the oldest first. */
export async function readStory(
  database: Database,
  refs: readonly SubjectRef[],
): Promise<StoryFact[]> {
  if (refs.length === 0) return [];
  const rows = await readRowFacts(database, refs);
  const references = rows.flatMap(({ reference }) => reference ?? []);
  const facts = [
    ...rows.map(({ fact }) => fact),
    ...(await readVisitFacts(database, [...new Set(references)])),
    ...(await readSaleFacts(database, refs)),
    ...(await readFollowupFacts(database, refs)),
    ...(await readDeliveryFacts(database, rows)),
  ];
  return sortFacts(facts);
}

interface RowFact {
  readonly reference: string | null;
  readonly subject: string | null;
  readonly fact: StoryFact;
}

async function readRowFacts(database: Database, refs: readonly SubjectRef[]): Promise<RowFact[]> {
  const leadIds = refs.flatMap((ref) => (ref.kind === 'lead' ? [ref.leadId] : []));
  const ids = refs.flatMap((ref) => (ref.kind === 'application' ? [ref.applicationId] : []));
  const facts: RowFact[] = [];
  if (leadIds.length > 0) {
    const leads = await database
      .selectFrom('leads')
      .select(['created_at', 'idempotency_key'])
      .where('id', 'in', leadIds)
      .execute();
    for (const { created_at: storedAt, idempotency_key: reference } of leads) {
      // A slow retry does not put a lead behind its sale.
      const at = sentAt(reference, storedAt);
      const subject = reference === null ? null : `lead:${reference}`;
      facts.push({ reference, subject, fact: { at, kind: 'lead' } });
    }
  }
  if (ids.length === 0) return facts;
  for (const [table, kind] of [
    ['application_drafts', 'draft'],
    ['applications', 'application'],
  ] as const) {
    const saved = await database
      .selectFrom(table)
      .select(['id', 'created_at'])
      .where('id', 'in', ids)
      .orderBy('created_at')
      .limit(MOST)
      .execute();
    for (const { id, created_at: at } of saved) {
      facts.push({ reference: id, subject: `application:${id}`, fact: { at, kind } });
    }
  }
  return facts;
}

async function readFollowupFacts(
  database: Database,
  refs: readonly SubjectRef[],
): Promise<StoryFact[]> {
  const rows = await inFunil(database, database.dialect)
    .selectFrom('followup_changes')
    .select(['at', 'kind', 'changed_by', 'detail'])
    .where('subject', 'in', refs.map(nameOf))
    .orderBy('id', 'desc')
    .limit(MOST)
    .execute();
  return rows.toReversed().map(({ changed_by: by, ...row }) => ({ ...row, by }));
}

async function readDeliveryFacts(
  database: Database,
  rows: readonly RowFact[],
): Promise<StoryFact[]> {
  const subjects = [...new Set(rows.flatMap(({ subject }) => subject ?? []))];
  if (subjects.length === 0) return [];
  const found = await inFunil(database, database.dialect)
    .selectFrom('announcements')
    .innerJoin('deliveries', 'deliveries.announcement', 'announcements.number')
    .select(['announcements.type', 'deliveries.destination', 'deliveries.state'])
    .select(['deliveries.created_at', 'deliveries.ended_at'])
    .where('announcements.subject', 'in', subjects)
    .orderBy('announcements.number', 'desc')
    .limit(MOST)
    .execute();
  return found.map(({ type, destination, state, created_at, ended_at }) => ({
    at: ended_at ?? created_at,
    kind: 'delivery',
    type,
    destination,
    state,
  }));
}
