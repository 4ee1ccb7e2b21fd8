import { hash } from 'node:crypto';
import type { Utms } from '@funil/contract/capture/utm';
import { compareTexts } from '@funil/contract/characters';
import { personKeys } from '@funil/contract/contacts/person';
import type { Insertable } from 'kysely';
import type { Database, Queryable, Tables } from '../store/database.ts';
import { inChunks } from '../store/queries/in-chunks.ts';
import { contactKeyOf, splitRefs } from './contact-ref.ts';
import type { ContactRow } from './contact-rows.ts';
import { type Followup, readFollowups } from './list/contact-items.ts';
import { searchWordsOf } from './list/search-words.ts';
import { updateMoneyStates } from './money-states.ts';

/** Returns ms since 1970; 0 for a timestamp that JavaScript cannot hold. */
const timestampMs = (timestamp: string): number => Date.parse(timestamp) || 0;

function toColumns({ ref, phone, email, instagram, ...contact }: ContactRow, originId: number) {
  return {
    kind: ref.kind,
    lead_id: ref.kind === 'lead' ? ref.leadId : null,
    application_id: ref.kind === 'application' ? ref.applicationId : null,
    at: timestampMs(contact.createdAt),
    saved_at: contact.savedAt,
    sent_at: msOrNull(contact.sentAt),
    origin: originId,
    suspect: contact.suspect === null ? 0 : 1,
    stage: contact.stage,
    ...personKeys(phone, email),
    words: JSON.stringify(searchWordsOf({ name: contact.name, phone, email, instagram })),
  };
}

/** Adds contacts to the lists, or replaces listed applications. Needs the lock `contacts`. */
export async function writeContacts(database: Queryable, contacts: readonly ContactRow[]) {
  if (contacts.length === 0) return;
  const refs = contacts.map(({ ref }) => ref);
  const origins = contacts.map(({ origin }) => origin);
  const originIds = await storeOrigins(database, origins);
  const listedById = await findListedApplications(database, contacts);
  const followups = await readFollowups(database, refs.map(contactKeyOf));
  const newRows = [];
  for (const [index, contact] of contacts.entries()) {
    const row = toColumns(contact, originIds[index] ?? 0);
    const listedApplication = listedById.get(row.application_id);
    if (listedApplication) await replaceContact(database, listedApplication, row);
    else newRows.push({ ...row, ...toFollowupColumns(followups.get(contactKeyOf(contact.ref))) });
  }
  if (newRows.length > 0) await addContacts(database, newRows);
  await updateMoneyStates(database, refs);
}

async function addContacts(database: Queryable, contacts: Insertable<Tables['contacts']>[]) {
  const storedRows = await database
    .insertInto('contacts')
    .values(contacts)
    .onConflict((conflict) => conflict.doNothing())
    .returning(['number', 'words'])
    .execute();
  await addWords(database, storedRows);
}

interface ContactWords {
  readonly number: number;
  readonly words: string;
}

async function findListedApplications(database: Queryable, contacts: readonly ContactRow[]) {
  const { applicationIds } = splitRefs(contacts.map(({ ref }) => ref));
  if (applicationIds.length === 0) return new Map<string | null, ContactWords>();
  const rows = await database
    .selectFrom('contacts')
    .select(['number', 'application_id', 'words'])
    .where('application_id', 'in', applicationIds)
    .execute();
  return new Map(rows.map((row) => [row.application_id, row]));
}

async function replaceContact(
  database: Queryable,
  { number, words }: ContactWords,
  row: ReturnType<typeof toColumns>,
) {
  await database.updateTable('contacts').set(row).where('number', '=', number).execute();
  const oldWords = parseWords(words);
  if (oldWords.length > 0) {
    await database
      .deleteFrom('contact_search_words')
      .where('number', '=', number)
      .where('word', 'in', oldWords)
      .execute();
  }
  await addWords(database, [{ number, words: row.words }]);
}

const SEARCH_WORDS_PER_STATEMENT = 4_000;

async function addWords(database: Queryable, rows: readonly ContactWords[]) {
  const words = rows.flatMap((row) =>
    parseWords(row.words).map((word) => ({ word, number: row.number })),
  );
  // The words are sorted like the index, so that its neighboring entries are written together.
  const sortedWords = words.toSorted((a, b) => compareTexts(a.word, b.word));
  for (const chunk of inChunks(sortedWords, SEARCH_WORDS_PER_STATEMENT)) {
    await database
      .insertInto('contact_search_words')
      .values(chunk)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

const parseWords = (stored: string): string[] => JSON.parse(stored) as string[];

/** Returns a contact's followup columns; only a rebuild of the lists adds a contact that has a followup. */
const toFollowupColumns = (followup: Followup | undefined) => ({
  state: followup?.state ?? ('novo' as const),
  owner: followup?.owner ?? null,
  follow_up_at: msOrNull(followup?.follow_up_at ?? null),
});

const msOrNull = (timestamp: string | null): number | null =>
  timestamp === null ? null : timestampMs(timestamp);

/** Returns the ids in the order of `origins`. */
export async function storeOrigins(
  database: Queryable,
  origins: readonly Omit<Utms, 'utm_term'>[],
): Promise<number[]> {
  const originRows = origins.map(({ utm_source, utm_medium, utm_campaign, utm_content }) => {
    const origin = { utm_source, utm_medium, utm_campaign, utm_content };
    const text = JSON.stringify(Object.values(origin));
    return { digest: hash('sha256', text, 'base64url').slice(0, 22), ...origin };
  });
  const originsByDigest = new Map(originRows.map((row) => [row.digest, row]));
  await database
    .insertInto('contact_origins')
    .values([...originsByDigest.values()])
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const knownOrigins = await database
    .selectFrom('contact_origins')
    .select(['id', 'digest'])
    .where('digest', 'in', [...originsByDigest.keys()])
    .execute();
  const idsByDigest = new Map(knownOrigins.map(({ id, digest }) => [digest, id]));
  return originRows.map(({ digest }) => idsByDigest.get(digest) ?? 0);
}

/** Returns the number of leads that wait in the change log, and that no list shows yet. */
export async function countUnlistedLeads(database: Database): Promise<number> {
  const { count } = await database
    .selectFrom('changes')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('kind', '=', 'lead')
    .executeTakeFirstOrThrow();
  return Number(count);
}
