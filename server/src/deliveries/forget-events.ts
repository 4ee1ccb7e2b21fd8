import { canonicalPhone, emailKey } from '@funil/contract/person';
import { type Kysely, sql } from 'kysely';
import type { Person } from '../leads/people/find-person.ts';
import { announcementKey, type Candidate, toCandidate } from '../leads/people/person-rows.ts';
import type { Database, Tables } from '../store/database.ts';
import { inChunks } from '../store/in-chunks.ts';
import { hashKey } from './outbox/compose-events.ts';
import { beginWriting } from './writing.ts';

/** Events of one transaction. */
const EVENTS_PER_BATCH = 200;

const keysOf = ({ phone, email }: Person) => ({
  phone: phone === null ? null : canonicalPhone(phone),
  email: email === null ? null : emailKey(email),
});

/** The rows whose events are erased. */
export interface EventRows {
  /** Subjects of events: `lead:<key>`, `application:<id>`, `sale:<platform>:<key>`. */
  readonly subjects: readonly string[];
  /** Numbers of events whose rows are gone. */
  readonly numbers: readonly number[];
}

/** Returns the numbers of events about the rows. */
export async function findEvents(
  database: Kysely<Tables>,
  { subjects, numbers }: EventRows,
): Promise<number[]> {
  const found = new Set<number>();
  const find = async (column: 'subject' | 'number', values: readonly (string | number)[]) => {
    for (const some of inChunks(values, EVENTS_PER_BATCH)) {
      const rows = await database
        .selectFrom('announcements')
        .select('number')
        .where('data', '<>', '')
        .where(column, 'in', some)
        .execute();
      for (const { number } of rows) found.add(number);
    }
  };
  await find('subject', subjects);
  await find('number', numbers);
  return [...found];
}

/** Returns events that hold one of a person's contacts and whose rows were not found. */
export async function findOrphanEvents(
  database: Database,
  person: Person,
  subjects: ReadonlySet<string>,
): Promise<Candidate[]> {
  const { phone, email } = keysOf(person);
  const rows = await database
    .selectFrom('announcements')
    .select(['number', 'subject', 'happened_at', 'data'])
    .where('data', '<>', '')
    .where(({ eb, or }) =>
      or([
        ...(phone === null ? [] : [eb('phone_key', '=', phone)]),
        ...(email === null ? [] : [eb('email_key', '=', email)]),
      ]),
    )
    .orderBy('number')
    .execute();
  return rows
    .filter(({ subject }) => !subjects.has(subject))
    .map(({ number, happened_at, data }) => {
      const { nome, buyer_name, telefone, whatsapp, buyer_phone, email, buyer_email } =
        JSON.parse(data);
      return toCandidate(announcementKey(number), 'announcement', happened_at, {
        names: [nome, buyer_name],
        phones: [telefone, whatsapp, buyer_phone],
        emails: [email, buyer_email],
      });
    });
}

/**
 * Cancels the waiting deliveries of rows, and empties their events and the answers to them. Waits for scans
 * under way, which may be storing events of deleted rows.
 */
export async function eraseEvents(database: Database, rows: EventRows, now: string): Promise<void> {
  const { dialect } = database;
  await database.transaction().execute(async (step) => {
    await beginWriting(step);
    if (dialect === 'postgres') {
      await sql`select source from funil.delivery_progress for update`.execute(step);
    }
    const numbers = await findEvents(step, rows);
    for (const some of inChunks(numbers, EVENTS_PER_BATCH)) await emptyEvents(step, some, now);
  });
}

async function emptyEvents(step: Kysely<Tables>, announcements: readonly number[], now: string) {
  await step
    .updateTable('deliveries')
    .set({ state: 'canceled', outcome: 'forgotten', ended_at: now, leased_until: null })
    .where('announcement', 'in', announcements)
    .where('state', '=', 'waiting')
    .execute();
  await step
    .updateTable('delivery_tries')
    .set({ answer: '' })
    .where('delivery', 'in', (query) =>
      query.selectFrom('deliveries').select('id').where('announcement', 'in', announcements),
    )
    .execute();
  await step
    .updateTable('announcements')
    .set({ data: '', phone_key: null, email_key: null })
    .where('number', 'in', announcements)
    .execute();
}

/** Returns the key as receivers of `person.erased` compute it: area code and last eight digits. */
const toPublished = (key: string | null) =>
  key === null || key.startsWith('+') ? key : key.slice(0, 2) + key.slice(-8);

/** Stores an erasure, as hashes, for `person.erased`; without any destination it stores nothing. */
export async function storeErasure(database: Database, person: Person): Promise<void> {
  const { phone, email } = keysOf(person);
  if (phone === null && email === null) return;
  const destination = await database
    .selectFrom('destinations')
    .select('name')
    .limit(1)
    .executeTakeFirst();
  if (!destination) {
    await database.deleteFrom('erasures').execute();
    return;
  }
  await database
    .insertInto('erasures')
    .values({ phone_key_sha256: hashKey(toPublished(phone)), email_key_sha256: hashKey(email) })
    .execute();
}

/** Deletes events of some kinds that are older than a timestamp, delivered or not. */
export async function eraseEventsBefore(
  database: Database,
  moment: Date,
  kinds: readonly ('lead' | 'application' | 'sale')[],
): Promise<void> {
  if (kinds.length === 0) return;
  for (;;) {
    const { numDeletedRows } = await database
      .deleteFrom('announcements')
      .where('number', 'in', (query) =>
        query
          .selectFrom('announcements')
          .select('number')
          .where('created_at', '<', moment.toISOString())
          .where(({ or }) => or(kinds.map((kind) => sql<boolean>`type like ${`${kind}.%`}`)))
          .limit(EVENTS_PER_BATCH),
      )
      .executeTakeFirst();
    if (Number(numDeletedRows) === 0) return;
  }
}
