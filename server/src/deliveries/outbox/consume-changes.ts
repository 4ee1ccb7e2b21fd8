import { type Selectable, sql } from 'kysely';
import {
  contactKeyOf,
  leadEventSubject,
  parseContactKeys,
  toContactRef,
} from '../../contacts/contact-ref.ts';
import { readContactRows } from '../../contacts/contact-rows.ts';
import { judgeContacts } from '../../contacts/judge-contacts.ts';
import type { PublishedQuestions } from '../../contacts/questions.ts';
import { writeContacts } from '../../contacts/write-contacts.ts';
import { matchNewContacts, type SalesUpdateOptions } from '../../sales/update-sales.ts';
import type { Database, Queryable, Tables } from '../../store/database.ts';
import { waitForLock, withLock } from '../../store/locks.ts';
import { judgeVisitsAgain } from '../../visits/judge-visits.ts';
import { readSubscribers } from '../registry.ts';
import { requeueWithheld } from '../replay.ts';
import { composeErasureEvent, type ErasedPerson, type NewEvent } from './compose-events.ts';
import {
  type ChangeNumbers,
  findAbandonedEvents,
  findApplicationEvents,
  findDraftEvents,
  findLeadEvents,
  findSaleEvents,
} from './find-events.ts';
import { storeEvents } from './store-events.ts';

export interface ConsumerDependencies {
  readonly sales: Omit<SalesUpdateOptions, 'now'>;
  readonly now: () => number;
  /** Hours in which the page promises a reply; null if it promises none. */
  readonly replyHours: () => number | null;
  readonly questions?: () => PublishedQuestions;
}

/** Kept low, because captures wait for the transaction on SQLite. */
const CHANGES_PER_BATCH = 20;

type ChangeRow = Selectable<Tables['changes']>;
type ChangesByKind = Readonly<Record<ChangeRow['kind'], ChangeNumbers>>;

/** Updates contact list, matches and outbox for a batch of changes in one transaction, on one server at a time. */
export async function consumeChanges(
  database: Database,
  deps: ConsumerDependencies,
): Promise<{ readonly destinationsWithWork: ReadonlySet<string>; readonly hasMore: boolean }> {
  const at = new Date(deps.now()).toISOString();
  // Most calls find no change and need no write lock.
  if (!(await hasChanges(database, at))) {
    return { destinationsWithWork: new Set(), hasMore: false };
  }
  return withLock(database, 'sales', async (transaction) => {
    await waitForLock(transaction, 'contacts');
    const withoutDueTime = await takeChanges(transaction, null);
    const withDueTime = await takeChanges(transaction, at);
    const changes = groupByKind([...withoutDueTime, ...withDueTime]);
    await updateContacts(transaction, changes, deps);
    await applyNewJudgements(transaction, [...changes.judged.keys()], at);
    // Subscribers are read after the changes, so that a destination that was added before a change receives it.
    const subscribers = await readSubscribers(transaction);
    const events =
      subscribers.length === 0 ? [] : await findOutboxEvents(transaction, changes, deps);
    return {
      destinationsWithWork: await storeEvents(transaction, events, { subscribers, at }),
      hasMore: [withoutDueTime, withDueTime].some(({ length }) => length === CHANGES_PER_BATCH),
    };
  });
}

async function hasChanges(database: Database, at: string): Promise<boolean> {
  const changes = sql.table('changes');
  const { rows } = await sql`
    select 1 where exists (select 1 from ${changes} where due_at is null)
      or exists (select 1 from ${changes} where due_at <= ${at})`.execute(database);
  return rows.length > 0;
}

/** @param dueBefore ISO time in UTC; null: changes without a due time */
const takeChanges = (transaction: Queryable, dueBefore: string | null): Promise<ChangeRow[]> =>
  transaction
    .deleteFrom('changes')
    .where('number', 'in', (query) => {
      const oldest = query.selectFrom('changes').select('number').limit(CHANGES_PER_BATCH);
      return dueBefore === null
        ? oldest.where('due_at', 'is', null).orderBy('number')
        : oldest.where('due_at', '<=', dueBefore).orderBy('due_at');
    })
    .returningAll()
    .execute();

function groupByKind(changes: readonly ChangeRow[]): ChangesByKind {
  const numbersOf = (kind: ChangeRow['kind']) =>
    new Map(
      changes.filter((change) => change.kind === kind).map(({ key, number }) => [key, number]),
    );
  return {
    lead: numbersOf('lead'),
    application: numbersOf('application'),
    draft: numbersOf('draft'),
    abandoned: numbersOf('abandoned'),
    contact: numbersOf('contact'),
    sale: numbersOf('sale'),
    erasure: numbersOf('erasure'),
    judged: numbersOf('judged'),
  };
}

async function updateContacts(
  transaction: Queryable,
  changes: ChangesByKind,
  { sales, now }: ConsumerDependencies,
) {
  const leadIds = [...changes.lead.keys()].map(Number);
  const applications = await readContactIds(transaction, 'applications', changes.application);
  const drafts = await readContactIds(transaction, 'application_drafts', changes.draft);
  const applicationIds = new Set([...applications, ...drafts]);
  await judgeContacts(transaction, 'leads', leadIds);
  await judgeContacts(transaction, 'applications', [...changes.application.keys()]);
  const refs = [
    ...leadIds.map((id) => toContactRef('lead', id)),
    ...[...applicationIds].map((id) => toContactRef('application', id)),
    ...parseContactKeys(changes.contact.keys()),
  ];
  await writeContacts(transaction, [...(await readContactRows(transaction, refs)).values()]);
  const at = new Date(now()).toISOString();
  await matchNewContacts(transaction, { leadIds, applicationIds: applications }, { ...sales, at });
}

/**
 * After contacts were judged anew, judges their visits again, and sends the events that were withheld from Meta and
 * Google if their contact is no longer suspect.
 * @param contactKeys `lead:<number>` or `application:<uuid>`
 */
async function applyNewJudgements(
  transaction: Queryable,
  contactKeys: readonly string[],
  at: string,
): Promise<void> {
  const refs = parseContactKeys(contactKeys);
  if (refs.length === 0) return;
  const rows = [...(await readContactRows(transaction, refs)).values()];
  await judgeVisitsAgain(transaction, { refs: rows.flatMap(({ reference }) => reference ?? []) });
  const subjects = rows.flatMap(({ ref, reference, createdAt, suspect }) => {
    if (suspect !== null) return [];
    const isLead = ref.kind === 'lead';
    return [isLead ? leadEventSubject(reference, ref.leadId, createdAt) : contactKeyOf(ref)];
  });
  if (subjects.length > 0) await requeueWithheld(transaction, subjects, at);
}

async function readContactIds(
  transaction: Queryable,
  table: 'applications' | 'application_drafts',
  numbers: ChangeNumbers,
): Promise<string[]> {
  if (numbers.size === 0) return [];
  const rows = await transaction
    .selectFrom(table)
    .select('id')
    .where('save_id', 'in', [...numbers.keys()])
    .execute();
  return rows.map(({ id }) => id);
}

async function findOutboxEvents(
  transaction: Queryable,
  changes: ChangesByKind,
  { replyHours, questions = () => [] }: ConsumerDependencies,
): Promise<NewEvent[]> {
  const { lead, draft, application, abandoned, sale, erasure } = changes;
  const page = { replyHours: replyHours(), published: questions() };
  const events = [
    ...(lead.size > 0 ? await findLeadEvents(transaction, lead, page) : []),
    ...(draft.size > 0 ? await findDraftEvents(transaction, draft) : []),
    ...(application.size > 0 ? await findApplicationEvents(transaction, application, page) : []),
    ...(abandoned.size > 0 ? await findAbandonedEvents(transaction, abandoned) : []),
    ...(sale.size > 0 ? await findSaleEvents(transaction, sale) : []),
    ...[...erasure].map(([key, number]) =>
      composeErasureEvent(number, JSON.parse(key) as ErasedPerson),
    ),
  ];
  return events.toSorted((a, b) => a.number - b.number);
}
