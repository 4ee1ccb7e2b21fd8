import { canonicalPhone } from '@funil/contract/person';
import { UTM_FIELDS } from '@funil/contract/utm';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Database } from '../../store/database.ts';
import { waitForLock } from '../../store/locks.ts';
import { storeOrigins } from '../contacts/write-contacts.ts';
import { createContactMatcher } from './contact-matcher.ts';
import type { Person } from './find-person.ts';
import { scrubRequests } from './privacy-requests.ts';

/** Contacts that texts are searched for: a robot sends one number with any number of addresses. */
const MAX_CONTACTS = 50;
/** Events of one query. */
const EVENT_WINDOW = 50_000;
const ORIGIN_FIELDS = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_content'] as const;

type Holds = (text: string) => boolean;

function holdsAnyOf(contacts: readonly Person[]): Holds {
  const searches = contacts.slice(0, MAX_CONTACTS).map(createContactMatcher);
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
    // The at sign as it is, in an address (encoded up to three times), in JSON and in HTML.
    const signs = ['@', '!%40', '!%2540', '!%252540', 'u0040', '&#'];
    if (email) for (const sign of signs) patterns.add(`%${sign}%`);
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

type Row = Readonly<Record<string, string>>;

/** Columns of a table whose rows stay, and may hold the contact of an erased person. */
interface Place {
  readonly table: string;
  readonly keys: readonly string[];
  readonly columns: readonly string[];
  /** Returns a row's new values; null erases the row, undefined leaves it unchanged. */
  readonly scrub: (row: Row, holds: Holds) => Readonly<Record<string, unknown>> | null | undefined;
}

/** Returns the fields that hold a contact, emptied; undefined if none does. */
function emptied(row: Row, fields: readonly string[], holds: Holds) {
  const naming = fields.filter((field) => holds(String(row[field] ?? '')));
  return naming.length === 0 ? undefined : Object.fromEntries(naming.map((field) => [field, '']));
}

const emptyUtms = (row: Row, holds: Holds) => emptied(row, UTM_FIELDS, holds);

const PLACES: readonly Place[] = [
  { table: 'leads', keys: ['id'], columns: UTM_FIELDS, scrub: emptyUtms },
  { table: 'applications', keys: ['save_id'], columns: UTM_FIELDS, scrub: emptyUtms },
  {
    ...{ table: 'visit_contexts', keys: ['lead_ref'], columns: ['context'] },
    scrub: ({ context = '' }, holds) => (holds(context) ? null : undefined),
  },
  {
    ...{ table: 'followups', keys: ['subject', 'version'], columns: ['note'] },
    scrub: ({ note = '', version }, holds) =>
      holds(note) ? { note: scrubText(note, holds), version: Number(version) + 1 } : undefined,
  },
  {
    ...{ table: 'outbox_events', keys: ['number'], columns: ['data'] },
    // Only UTMs: the other fields are of the row's own person.
    scrub({ data }, holds) {
      const fields = JSON.parse(data || '{}') as Row;
      const changes = emptyUtms(fields, holds);
      return changes && { data: JSON.stringify({ ...fields, ...changes }) };
    },
  },
  {
    // Webhooks may answer with what they were sent.
    ...{ table: 'delivery_attempts', keys: ['number'], columns: ['answer'] },
    scrub: (row, holds) => emptied(row, ['answer'], holds),
  },
];

/** Returns a text without its words, else without its lines, that hold a contact. */
function scrubText(text: string, holds: Holds): string {
  const REMOVED = '[apagado]';
  const words = text.replace(/\S+/g, (word) => (holds(word) ? REMOVED : word));
  return words
    .split('\n')
    .map((line) => (holds(line) ? REMOVED : line))
    .join('\n');
}

/**
 * Removes contacts from rows that stay: UTMs, origins, visit contexts, notes, data of outbox events, and requests under
 * the LGPD, of which only a hash stays.
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
  let count = await scrubRequests(database, holds, now);
  for (const place of PLACES) {
    const { table, columns, keys, scrub } = place;
    const { rows } = await sql<Row>`
      select ${sql.join([...keys, ...columns].map((name) => sql.ref(name)))} from ${sql.table(table)}
      where ${mayHold(joinColumns(columns), contacts)}`.execute(database);
    for (const row of rows) {
      const changes = scrub(row, holds);
      if (changes === undefined) continue;
      count += 1;
      if (now !== null) await changeRow(database, place, row, changes);
    }
  }
  if (now !== null) {
    await scrubSubjectOrigins(database, holds);
    await scrubVisitOrigins(database, holds);
  }
  return count;
}

async function changeRow(
  database: Database,
  { table, keys }: Pick<Place, 'table' | 'keys'>,
  row: Row,
  changes: Readonly<Record<string, unknown>> | null,
) {
  const assign = ([name, value]: [string, unknown]) => sql`${sql.ref(name)} = ${value}`;
  const isRow = sql.join(
    keys.map((key) => assign([key, row[key]])),
    sql` and `,
  );
  const change =
    changes === null
      ? sql`delete from ${sql.table(table)} where ${isRow}`
      : sql`update ${sql.table(table)} set ${sql.join(Object.entries(changes).map(assign))} where ${isRow}`;
  await change.execute(database);
}

/** An origin without the contact may be known already: its rows move there. */
async function scrubSubjectOrigins(database: Database, holds: Holds) {
  // After an updater that is listing rows with such an origin.
  const origins = await database.transaction().execute(async (step) => {
    await waitForLock(step, 'contacts');
    return step.selectFrom('contact_origins').selectAll().execute();
  });
  for (const { id, digest: _, ...origin } of origins) {
    const changes = emptied(origin, ORIGIN_FIELDS, holds);
    if (changes === undefined) continue;
    await database.transaction().execute(async (step) => {
      const [other] = await storeOrigins(step, [{ ...origin, ...changes }]);
      await step.updateTable('contacts').set({ origin: other }).where('origin', '=', id).execute();
      await step.deleteFrom('contact_origins').where('id', '=', id).execute();
    });
  }
}

/** Totals of a day whose visits were erased may stay: they keep their origin's number without its words. */
async function scrubVisitOrigins(database: Database, holds: Holds) {
  const place = { table: 'visit_origins', keys: ['origin'] };
  const { rows } = await sql<Row>`select * from ${sql.table('visit_origins')}`.execute(database);
  for (const row of rows) {
    const changes = emptied(row, ORIGIN_FIELDS, holds);
    if (changes === undefined) continue;
    const origins = sql.table('visit_origins');
    const totals = sql.table('visit_totals');
    await sql`delete from ${origins} where origin = ${row.origin}
      and not exists (select 1 from ${totals} as total where total.origin = ${row.origin})`.execute(
      database,
    );
    await changeRow(database, place, row, changes);
  }
}

/** Makes PostgreSQL drop the samples of erased values that its planner keeps (`pg_stats`). */
export async function analyzeTables(database: Database): Promise<void> {
  if (database.dialect === 'sqlite') return;
  const { rows } = await sql<{ schemaname: string; tablename: string }>`
    select schemaname, tablename from pg_tables where schemaname = 'funil' or schemaname = 'public'
      and tablename in ('leads', 'applications', 'application_drafts', 'jornada')`.execute(
    database,
  );
  for (const { schemaname, tablename } of rows) {
    await sql`analyze ${sql.table(`${schemaname}.${tablename}`)}`.execute(database);
  }
}
