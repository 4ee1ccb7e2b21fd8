import { canonicalPhone } from '@funil/contract/person';
import { UTM_FIELDS, type UtmField } from '@funil/contract/utm';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Database } from '../../store/database.ts';
import { numberOrigins } from '../contacts/write-contacts.ts';
import type { Person } from './find-person.ts';
import { holdsContactOf } from './holds-contact.ts';
import { forgetRequests } from './privacy-requests.ts';

/** Contacts that texts are searched for: a robot sends one number with any number of addresses. */
const MAX_CONTACTS = 50;
/** Events of one query. */
const EVENT_WINDOW = 50_000;
const ORIGIN_FIELDS = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_content'] as const;

type Holds = (text: string) => boolean;

function holdsAnyOf(contacts: readonly Person[]): Holds {
  const searches = contacts.slice(0, MAX_CONTACTS).map(holdsContactOf);
  return (text) =>
    searches.some((search) => {
      const { phone, email } = search(text);
      return phone || email;
    });
}

/** Narrows rows down to those whose text may hold a contact in any encoding. */
function mayHold(text: RawBuilder<unknown>, contacts: readonly Person[]): RawBuilder<SqlBool> {
  const patterns = new Set<string>();
  for (const { phone, email } of contacts.slice(0, MAX_CONTACTS)) {
    const digits = (phone && canonicalPhone(phone))?.slice(-8);
    if (digits) patterns.add(`%${[...digits].join('%')}%`);
    // The at sign as it is, in an address (once or twice encoded), in JSON and in HTML.
    if (email) for (const at of ['@', '!%40', '!%2540', 'u0040', '&#']) patterns.add(`%${at}%`);
  }
  if (patterns.size === 0) return sql<SqlBool>`1 = 0`;
  const tests = [...patterns].map((pattern) => sql`${text} like ${pattern} escape '!'`);
  return sql<SqlBool>`(${sql.join(tests, sql` or `)})`;
}

const joinColumns = (columns: readonly string[]) =>
  sql`${sql.join(
    columns.map((column) => sql`coalesce(cast(${sql.ref(column)} as text), '')`),
    sql` || ' ' || `,
  )}`;

/**
 * Finds visits in whose UTMs or page addresses a contact stands, as a link of an e-mail campaign has it. Reads all events.
 * @returns their session ids
 */
export async function findVisitsNaming(
  database: Database,
  contacts: readonly Person[],
): Promise<string[]> {
  if (contacts.length === 0) return [];
  const holds = holdsAnyOf(contacts);
  const text = joinColumns([...UTM_FIELDS, 'payload']);
  const { rows } = await sql<{ newest: number | null }>`
    select max(number) as newest from jornada`.execute(database);
  const newest = Number(rows[0]?.newest ?? 0);
  const sessions = new Set<string>();
  for (let start = 1; start <= newest; start += EVENT_WINDOW) {
    const found = await sql<{ session_id: string; text: string }>`
      select session_id, ${text} as text from jornada
      where number between ${start} and ${start + EVENT_WINDOW - 1} and ${mayHold(text, contacts)}`.execute(
      database,
    );
    for (const row of found.rows) if (holds(row.text)) sessions.add(row.session_id);
  }
  return [...sessions];
}

interface Wanted {
  readonly contacts: readonly Person[];
  readonly holds: Holds;
  /** Only counts. */
  readonly isDry: boolean;
}

/**
 * Takes contacts out of what belongs to nobody or to others: UTMs of rows that stay, origins, visit contexts, notes, data
 * of announcements, and requests under the LGPD, of which only a hash stays.
 * @param now ISO time in UTC; null: nothing is changed
 * @returns the number of rows that held a contact
 */
export async function scrubContacts(
  database: Database,
  contacts: readonly Person[],
  now: string | null,
): Promise<number> {
  if (contacts.length === 0) return 0;
  const holds = holdsAnyOf(contacts);
  const wanted = { contacts, holds, isDry: now === null };
  let rows = 0;
  for (const table of ['leads', 'applications'] as const) {
    rows += await scrubUtms(database, table, wanted);
  }
  rows += await eraseContextsNaming(database, wanted);
  rows += await scrubNotes(database, wanted);
  rows += await scrubAnnouncements(database, wanted);
  rows += await forgetRequests(database, holds, now);
  if (now !== null) {
    // Of rows and visits counted elsewhere.
    await scrubSubjectOrigins(database, holds);
    await scrubVisitOrigins(database, holds);
  }
  return rows;
}

/** The UTMs that hold no contact as they are, the others empty; null where none has to change. */
function scrubbed<Field extends UtmField>(
  row: Readonly<Record<Field, string>>,
  fields: readonly Field[],
  holds: Holds,
): Record<Field, string> | null {
  if (!fields.some((field) => holds(row[field]))) return null;
  return Object.fromEntries(
    fields.map((field) => [field, holds(row[field]) ? '' : row[field]]),
  ) as Record<Field, string>;
}

async function scrubUtms(
  database: Database,
  table: 'leads' | 'applications',
  { contacts, holds, isDry }: Wanted,
): Promise<number> {
  let count = 0;
  const rows = await database
    .selectFrom(table)
    .select(['id', ...UTM_FIELDS])
    .where(mayHold(joinColumns(UTM_FIELDS), contacts))
    .execute();
  for (const row of rows) {
    const utms = scrubbed(row, UTM_FIELDS, holds);
    if (utms === null) continue;
    count += 1;
    if (isDry) continue;
    await sql`update ${sql.table(table)} set ${sql.join(
      UTM_FIELDS.map((field) => sql`${sql.ref(field)} = ${utms[field]}`),
    )} where id = ${row.id}`.execute(database);
  }
  return count;
}

/** An origin without the contact may be known already: its rows move there. */
async function scrubSubjectOrigins(database: Database, holds: Holds) {
  const origins = await database.selectFrom('subject_origins').selectAll().execute();
  for (const { id, ...origin } of origins) {
    const utms = scrubbed(origin, ORIGIN_FIELDS, holds);
    if (utms === null) continue;
    await database.transaction().execute(async (step) => {
      const [other] = await numberOrigins(step, [utms]);
      await step.updateTable('subjects').set({ origin: other }).where('origin', '=', id).execute();
      await step.deleteFrom('subject_origins').where('id', '=', id).execute();
    });
  }
}

/** Totals of a day whose visits were erased may stay: they keep their origin's number without its words. */
async function scrubVisitOrigins(database: Database, holds: Holds) {
  const origins = sql.table('visit_origins');
  const totals = sql.table('visit_totals');
  const { rows } = await sql<Record<(typeof ORIGIN_FIELDS)[number] | 'origin', string>>`
    select * from ${origins}`.execute(database);
  for (const { origin, ...row } of rows) {
    const utms = scrubbed(row, ORIGIN_FIELDS, holds);
    if (utms === null) continue;
    await sql`delete from ${origins} where origin = ${origin}
      and not exists (select 1 from ${totals} as total where total.origin = ${origin})`.execute(
      database,
    );
    await sql`update ${origins} set ${sql.join(
      ORIGIN_FIELDS.map((field) => sql`${sql.ref(field)} = ${utms[field]}`),
    )} where origin = ${origin}`.execute(database);
  }
}

async function eraseContextsNaming(database: Database, { holds, isDry }: Wanted): Promise<number> {
  const rows = await database
    .selectFrom('visit_contexts')
    .select(['lead_ref', 'context'])
    .execute();
  const naming = rows.filter(({ context }) => holds(context));
  for (const { lead_ref } of isDry ? [] : naming) {
    await database.deleteFrom('visit_contexts').where('lead_ref', '=', lead_ref).execute();
  }
  return naming.length;
}

/** Operators' notes on others are kept without the words that hold the contact. */
async function scrubNotes(database: Database, { holds, isDry }: Wanted): Promise<number> {
  const notes = await database
    .selectFrom('followups')
    .select(['subject', 'note', 'version'])
    .where('note', '<>', '')
    .execute();
  const naming = notes.filter(({ note }) => holds(note));
  for (const { subject, note, version } of isDry ? [] : naming) {
    await database
      .updateTable('followups')
      .set({ note: scrubText(note, holds), version: version + 1 })
      .where('subject', '=', subject)
      .where('version', '=', version)
      .execute();
  }
  return naming.length;
}

/** A text without its words, else without its lines, that hold a contact. */
function scrubText(text: string, holds: Holds): string {
  const REMOVED = '[apagado]';
  const words = text.replace(/\S+/g, (word) => (holds(word) ? REMOVED : word));
  return words
    .split('\n')
    .map((line) => (holds(line) ? REMOVED : line))
    .join('\n');
}

/** What is told of others may have the contact in a UTM. */
async function scrubAnnouncements(
  database: Database,
  { contacts, holds, isDry }: Wanted,
): Promise<number> {
  let count = 0;
  const rows = await database
    .selectFrom('announcements')
    .select(['number', 'data'])
    .where(mayHold(sql`data`, contacts))
    .execute();
  for (const { number, data } of rows) {
    const told = JSON.parse(data || '{}') as Record<string, unknown>;
    const kept = UTM_FIELDS.filter((field) => holds(String(told[field] ?? '')));
    if (kept.length === 0) continue;
    count += 1;
    if (isDry) continue;
    for (const field of kept) told[field] = '';
    await database
      .updateTable('announcements')
      .set({ data: JSON.stringify(told) })
      .where('number', '=', number)
      .execute();
  }
  return count + (await scrubAnswers(database, { contacts, holds, isDry }));
}

/** Webhooks may answer with what they were sent. */
async function scrubAnswers(database: Database, { contacts, holds, isDry }: Wanted) {
  const tries = await database
    .selectFrom('delivery_tries')
    .select(['number', 'answer'])
    .where(mayHold(sql`answer`, contacts))
    .execute();
  const naming = tries.filter(({ answer }) => holds(answer));
  for (const { number } of isDry ? [] : naming) {
    await database
      .updateTable('delivery_tries')
      .set({ answer: '' })
      .where('number', '=', number)
      .execute();
  }
  return naming.length;
}

/** Tables of `public` and of `funil` whose rows an erasure changes. */
const TOUCHED = {
  public: ['leads', 'applications', 'application_drafts', 'jornada'],
  funil: [
    ...[
      'notices',
      'sales',
      'sale_keys',
      'sale_matches',
      'visits',
      'visit_origins',
      'visit_contexts',
    ],
    ...['announcements', 'deliveries', 'delivery_tries', 'subjects', 'subject_origins'],
    ...['subject_words', 'followups', 'followup_changes', 'lgpd_requests'],
  ],
};

/** Has PostgreSQL forget the samples of values that its planner keeps (`pg_stats`). */
export async function analyzeTables(database: Database): Promise<void> {
  if (database.dialect === 'sqlite') return;
  for (const [schema, tables] of Object.entries(TOUCHED)) {
    for (const table of tables)
      await sql`analyze ${sql.table(`${schema}.${table}`)}`.execute(database);
  }
}
