import { UTM_FIELDS } from '@funil/contract/capture/utm';
import { toSearchText } from '@funil/contract/characters';
import { APPLICATION_RULES } from '@funil/contract/contacts/application-rules';
import { knownName } from '@funil/contract/contacts/first-name';
import { readAnswers } from '@funil/contract/contacts/questions/answers';
import {
  countBytes,
  MAX_ANSWER_LENGTH,
  MAX_ANSWERS_BYTES,
} from '@funil/contract/contacts/questions/further-questions';
import type { Answer, Answers } from '@funil/contract/contacts/questions/question';
import type { ApplicationPayload } from '@funil/contract/deliveries/webhook-payloads';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { ANSWER_COLUMNS } from '../contacts/applications.ts';
import type { PhoneAndEmail } from '../contacts/find-person.ts';
import { nameWords } from '../contacts/list/search-words.ts';
import { storeOrigins } from '../contacts/write-contacts.ts';
import { scrubRequests } from '../people/privacy-requests.ts';
import type { Database } from '../store/database.ts';
import { withLock } from '../store/locks.ts';
import { anyOf } from '../store/queries/sql.ts';
import { createContactMatcher, searchedDigitsOf } from './contact-matcher.ts';

/** Further contacts are not searched for, because a robot may send one phone with endless e-mails. */
const MAX_SCRUBBED_CONTACTS = 50;
const EVENTS_PER_QUERY = 50_000;
const ORIGIN_FIELDS = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_content'] as const;

type HasContact = (text: string) => boolean;

function createContactTest(contacts: readonly PhoneAndEmail[]): HasContact {
  const matchers = contacts.slice(0, MAX_SCRUBBED_CONTACTS).map(createContactMatcher);
  return (text) =>
    matchers.some((match) => {
      const { phone, email } = match(text);
      return phone || email;
    });
}

const WIDE_DIGITS = '０１２３４５６７８９';

/** Every text with a contact meets this condition, unless its digits are escaped; some other texts meet it, too. */
function mayContainContact(
  text: RawBuilder<unknown>,
  contacts: readonly PhoneAndEmail[],
): RawBuilder<SqlBool> {
  const patterns = new Set<string>();
  for (const contact of contacts.slice(0, MAX_SCRUBBED_CONTACTS)) {
    const digits = searchedDigitsOf(contact);
    // Asian keyboards type wide digits and signs.
    const wideDigits = digits?.replace(/\d/g, (digit) => WIDE_DIGITS[Number(digit)] ?? '');
    for (const spelling of [digits, wideDigits])
      if (spelling) patterns.add(`%${[...spelling].join('%')}%`);
    // The sign may be unencoded, in a URL (encoded up to three times), in JSON or in HTML.
    const atSigns = ['@', '＠', '!%40', '!%2540', '!%252540', 'u0040', '&#'];
    if (contact.email) for (const atSign of atSigns) patterns.add(`%${atSign}%`);
  }
  return anyOf([...patterns].map((pattern) => sql`${text} like ${pattern} escape '!'`));
}

const joinColumns = (columns: readonly string[]) =>
  sql`${sql.join(
    columns.map((column) => sql`coalesce(cast(${sql.ref(column)} as text), '')`),
    sql` || ' ' || `,
  )}`;

/** Finds sessions whose UTMs or page addresses contain a contact. Reads all events. */
export async function findVisitsNaming(
  database: Database,
  contacts: readonly PhoneAndEmail[],
): Promise<string[]> {
  if (contacts.length === 0) return [];
  const hasContact = createContactTest(contacts);
  const text = joinColumns([...UTM_FIELDS, 'payload']);
  const { rows } = await sql<{ newest: number | null }>`
    select max(number) as newest from jornada`.execute(database);
  const newest = Number(rows[0]?.newest ?? 0);
  const sessions = new Set<string>();
  for (let start = 1; start <= newest; start += EVENTS_PER_QUERY) {
    const candidates = await sql<{ session_id: string; text: string }>`
      select session_id, ${text} as text from jornada
      where number between ${start} and ${start + EVENTS_PER_QUERY - 1} and ${mayContainContact(text, contacts)}
    `.execute(database);
    for (const row of candidates.rows) if (hasContact(row.text)) sessions.add(row.session_id);
  }
  return [...sessions];
}

type ScrubbedRow = Readonly<Record<string, string>>;

/** A table whose rows stay, although `columns` may contain an erased person's contact. */
interface ScrubbedTable {
  readonly table: string;
  readonly key: string;
  readonly columns: readonly string[];
  /** Returns a row's new values; null deletes the row, undefined leaves it unchanged. */
  readonly scrub: (
    row: ScrubbedRow,
    hasContact: HasContact,
  ) => Readonly<Record<string, unknown>> | null | undefined;
}

function emptyFields(row: ScrubbedRow, fields: readonly string[], hasContact: HasContact) {
  const matchingFields = fields.filter((field) => hasContact(String(row[field] ?? '')));
  return matchingFields.length === 0
    ? undefined
    : Object.fromEntries(matchingFields.map((field) => [field, '']));
}

type EventAnswers = Partial<Pick<ApplicationPayload, 'respostas' | 'perguntas'>>;

function scrubAnswers(answers: Answers, hasContact: HasContact): Answers | undefined {
  const contains = (answer: Answer) => [answer].flat().some((part) => hasContact(String(part)));
  const matchingKeys = Object.keys(answers).filter((key) => contains(answers[key] ?? ''));
  if (matchingKeys.length === 0) return undefined;
  const replaceMatching = (scrub: (text: string) => string): Answers => ({
    ...answers,
    ...Object.fromEntries(matchingKeys.map((key) => [key, scrub([answers[key]].flat().join(' '))])),
  });
  const scrubbed = replaceMatching((text) =>
    scrubText(text, hasContact).slice(0, MAX_ANSWER_LENGTH),
  );
  // The replacement may be too long for the row; the answers are then emptied.
  return countBytes(scrubbed) <= MAX_ANSWERS_BYTES ? scrubbed : replaceMatching(() => '');
}

/** Scrubs UTMs and the columns of answers. Returns undefined if none has a contact. */
function scrubColumns(row: ScrubbedRow, hasContact: HasContact) {
  const answers = ANSWER_COLUMNS.flatMap((field) => {
    const text = row[field] ?? '';
    if (!hasContact(text)) return [];
    // The replacement may be longer than the column takes.
    const { maxLength } = APPLICATION_RULES[field];
    return [[field, scrubText(text, hasContact).slice(0, maxLength)]];
  });
  const utms = emptyFields(row, UTM_FIELDS, hasContact);
  return answers.length === 0 ? utms : { ...utms, ...Object.fromEntries(answers) };
}

const FORM_COLUMNS = [...UTM_FIELDS, 'respostas'];

function scrubForm({ respostas = '{}', ...row }: ScrubbedRow, hasContact: HasContact) {
  const answers = scrubAnswers(readAnswers(respostas), hasContact);
  const columns = scrubColumns(row, hasContact);
  if (answers === undefined) return columns;
  return { ...columns, respostas: JSON.stringify(answers) };
}

const SCRUBBED_TABLES: readonly ScrubbedTable[] = [
  { table: 'leads', key: 'id', columns: FORM_COLUMNS, scrub: scrubForm },
  {
    table: 'applications',
    key: 'save_id',
    columns: [...FORM_COLUMNS, ...ANSWER_COLUMNS],
    scrub: scrubForm,
  },
  {
    table: 'visit_contexts',
    key: 'lead_ref',
    columns: ['context'],
    scrub: ({ context = '' }, hasContact) => (hasContact(context) ? null : undefined),
  },
  {
    table: 'contact_notes',
    key: 'id',
    columns: ['text'],
    scrub: ({ text = '' }, hasContact) =>
      hasContact(text) ? { text: scrubText(text, hasContact) } : undefined,
  },
  {
    table: 'outbox_events',
    key: 'number',
    columns: ['data'],
    // UTMs and answers may name another person; all other fields name the sender.
    scrub({ data }, hasContact) {
      const {
        respostas = {},
        perguntas,
        ...fields
      } = JSON.parse(data || '{}') as ScrubbedRow & EventAnswers;
      const answers = scrubAnswers(respostas, hasContact);
      const columns = scrubColumns(fields, hasContact);
      if (answers === undefined && columns === undefined) return undefined;
      const scrubbed = {
        ...(perguntas && { respostas: answers ?? respostas }),
        perguntas: perguntas?.map(({ resposta, ...question }) => ({
          ...question,
          resposta: hasContact(resposta) ? scrubText(resposta, hasContact) : resposta,
        })),
      };
      return { data: JSON.stringify({ ...fields, ...columns, ...scrubbed }) };
    },
  },
  {
    // A webhook's response may repeat the sent data.
    table: 'delivery_attempts',
    key: 'number',
    columns: ['response'],
    scrub: (row, hasContact) => emptyFields(row, ['response'], hasContact),
  },
];

function scrubText(text: string, hasContact: HasContact): string {
  const REMOVED_TEXT = '[apagado]';
  const words = text.replace(/\S+/g, (word) => (hasContact(word) ? REMOVED_TEXT : word));
  return words
    .split('\n')
    .map((line) => (hasContact(line) ? REMOVED_TEXT : line))
    .join('\n');
}

/**
 * Removes the contacts from rows that stay. Returns the number of rows that contain a contact.
 * @param erasedAt ISO time in UTC; null: only counts
 */
export async function scrubContacts(
  database: Database,
  contacts: readonly PhoneAndEmail[],
  erasedAt: string | null,
): Promise<number> {
  if (contacts.length === 0) return 0;
  const hasContact = createContactTest(contacts);
  let count = await scrubRequests(database, hasContact, erasedAt);
  for (const { table, columns, key, scrub } of SCRUBBED_TABLES) {
    const { rows } = await sql<ScrubbedRow>`
      select ${sql.join([key, ...columns].map((name) => sql.ref(name)))} from ${sql.table(table)}
      where ${mayContainContact(joinColumns(columns), contacts)}`.execute(database);
    for (const row of rows) {
      const changes = scrub(row, hasContact);
      if (changes === undefined) continue;
      count += 1;
      if (erasedAt !== null) await changeRow(database, { table, key, row, changes });
    }
  }
  if (erasedAt !== null) {
    await scrubContactOrigins(database, hasContact);
    await scrubVisitOrigins(database, hasContact);
  }
  return count;
}

interface RowChange extends Pick<ScrubbedTable, 'table' | 'key'> {
  readonly row: ScrubbedRow;
  readonly changes: Exclude<ReturnType<ScrubbedTable['scrub']>, undefined>;
}

async function changeRow(database: Database, { table, key, row, changes }: RowChange) {
  const toEquation = ([name, value]: [string, unknown]) => sql`${sql.ref(name)} = ${value}`;
  const isRow = toEquation([key, row[key]]);
  const change =
    changes === null
      ? sql`delete from ${sql.table(table)} where ${isRow}`
      : sql`update ${sql.table(table)} set ${sql.join(Object.entries(changes).map(toEquation))} where ${isRow}`;
  await change.execute(database);
}

async function scrubContactOrigins(database: Database, hasContact: HasContact) {
  // The lock waits for an update of the contact list that may be storing such an origin.
  const origins = await withLock(database, 'contacts', (transaction) =>
    transaction.selectFrom('contact_origins').selectAll().execute(),
  );
  for (const { id, digest: _, ...origin } of origins) {
    const changes = emptyFields(origin, ORIGIN_FIELDS, hasContact);
    if (changes === undefined) continue;
    await database.transaction().execute(async (transaction) => {
      const [scrubbed] = await storeOrigins(transaction, [{ ...origin, ...changes }]);
      await transaction
        .updateTable('contacts')
        .set({ origin: scrubbed })
        .where('origin', '=', id)
        .execute();
      await transaction.deleteFrom('contact_origins').where('id', '=', id).execute();
    });
  }
}

/** Deletes origins that contain a contact; one that a daily total needs only loses its UTMs. */
async function scrubVisitOrigins(database: Database, hasContact: HasContact) {
  const { rows } = await sql<ScrubbedRow>`select * from ${sql.table('visit_origins')}
  `.execute(database);
  for (const row of rows) {
    const changes = emptyFields(row, ORIGIN_FIELDS, hasContact);
    if (changes === undefined) continue;
    const origins = sql.table('visit_origins');
    const totals = sql.table('visit_totals');
    await sql`delete from ${origins} where origin = ${row.origin}
      and not exists (select 1 from ${totals} as total where total.origin = ${row.origin})
    `.execute(database);
    await changeRow(database, { table: 'visit_origins', key: 'origin', row, changes });
  }
}

export async function scrubFileNames(
  database: Database,
  names: readonly string[],
  contacts: readonly PhoneAndEmail[],
): Promise<void> {
  const hasContact = createContactTest(contacts);
  const words = new Set(names.map(knownName).flatMap(nameWords));
  const imports = await database.selectFrom('imports').select(['id', 'file_name']).execute();
  for (const { id, file_name } of imports) {
    const fileWords = toSearchText(file_name).split(/[^\p{L}]+/u);
    if (!fileWords.some((word) => words.has(word)) && !hasContact(file_name)) continue;
    await database.updateTable('imports').set({ file_name: '' }).where('id', '=', id).execute();
  }
}
