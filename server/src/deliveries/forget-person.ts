import type { PersonRow } from '@funil/contract/console/people';
import { canonicalPhone, emailKey, phoneKey } from '@funil/contract/person';
import { type Kysely, sql } from 'kysely';
import type { StoreConfig } from '../config/config.ts';
import { type Counts, countEvents, erasePerson, findVisits } from '../leads/people/erase-person.ts';
import type { Found, Person } from '../leads/people/find-person.ts';
import {
  type Asked,
  applicationKey,
  type Candidate,
  eventKey,
  findPersonRows,
  leadKey,
  noticeKey,
  type PersonRows,
  readSaleKey,
  saleKeyOf,
  toCandidate,
} from '../leads/people/person-rows.ts';
import { analyzeTables, findVisitsNaming, scrubContacts } from '../leads/people/scrub-contacts.ts';
import { eraseBuyerFromNotices, eraseBuyerFromSales } from '../sales/erase-buyer.ts';
import { findPersonNotices } from '../sales/find-buyer.ts';
import type { NoticeAdapters } from '../sales/notice.ts';
import type { SaleId } from '../sales/notices.ts';
import type { Database, Tables } from '../store/database.ts';
import { numbersOf, rowLock, tableOf } from '../store/sql.ts';
import { eraseVisits } from '../visits/open-updater.ts';
import { hashKey, leadSubject } from './outbox/compose-events.ts';
import { writeBesideCaptures } from './writing.ts';

export interface ForgetParts {
  readonly database: Database;
  readonly store: StoreConfig;
  readonly adapters: NoticeAdapters;
}

/** All rows that may be one person's, each with its judgment. */
export interface Kept extends PersonRows {
  readonly asked: Asked;
  readonly notices: readonly number[];
}

/** Finds all that is stored of a person: rows, notices, and events whose rows are gone. */
export async function findKept(
  { database, adapters }: Omit<ForgetParts, 'store'>,
  asked: Asked,
): Promise<Kept> {
  const { person } = asked;
  const notices = await findPersonNotices(database, person, adapters);
  const { rows, found } = await findPersonRows(database, asked, { notices });
  const subjects = new Set([...subjectsOf(found), ...rows.map(({ key }) => key)]);
  const others = await findOrphanEvents(database, person, subjects);
  const kept = { asked, notices: notices.notices.map(({ id }) => id) };
  if (others.length === 0) return { ...kept, rows, found };
  return { ...kept, ...(await findPersonRows(database, asked, { notices, others })) };
}

/** The rows whose events are erased. */
interface EventRows {
  /** Subjects of events: `lead:<key>`, `application:<id>`, `sale:<platform>:<key>`. */
  readonly subjects: readonly string[];
  /** Numbers of events whose rows are gone. */
  readonly numbers: readonly number[];
}

/** What an erasure of chosen rows takes. */
export interface Choice {
  readonly found: Found;
  readonly sales: readonly SaleId[];
  readonly notices: readonly number[];
  /** Visits in which the rows were made, or whose addresses name the person. */
  readonly visits: readonly string[];
  readonly events: EventRows;
  /** Contacts of the rows that no row left behind carries. */
  readonly contacts: readonly Person[];
  /** The asked contacts, as far as no row left behind carries them. */
  readonly person: Person;
}

/** Rows that are taken unless an operator chooses otherwise. */
export const sameRows = ({ rows }: Pick<Kept, 'rows'>): ReadonlySet<string> =>
  new Set(rows.flatMap(({ key, same }) => (same ? [key] : [])));

/** Collects what goes with the rows that were chosen, by their keys. */
export async function chooseRows(
  database: Database,
  { asked, rows, found, notices }: Kept,
  keys: ReadonlySet<string>,
): Promise<Choice> {
  const taken = rows.filter(({ key }) => keys.has(key));
  const left = rows.filter(({ key }) => !keys.has(key));
  const chosen: Found = {
    leads: found.leads.filter(({ id }) => keys.has(leadKey(id))),
    applications: found.applications.filter(({ id }) => keys.has(applicationKey(id))),
    application_drafts: found.application_drafts.filter(({ id }) => keys.has(applicationKey(id))),
  };
  const isLeft = contactsOf(left);
  const { person } = asked;
  const own = { phones: [person.phone ?? ''], emails: [person.email ?? ''] };
  const contacts = [...contactsOf([own, ...taken])].flatMap(([key, contact]) =>
    isLeft.has(key) ? [] : [contact],
  );
  const sales = taken.flatMap(({ key }) => readSaleKey(key) ?? []);
  return {
    found: chosen,
    sales,
    notices: notices.filter((id) => keys.has(noticeKey(id))),
    visits: [
      ...new Set([
        ...(await findVisits(database, chosen)),
        ...(await findVisitsNaming(database, contacts)),
      ]),
    ],
    events: {
      subjects: [...subjectsOf(chosen), ...sales.map(saleKeyOf)],
      numbers: taken.flatMap(({ kind, key }) =>
        kind === 'announcement' ? [Number(key.split(':')[1])] : [],
      ),
    },
    contacts,
    person: {
      phone: person.phone && isLeft.has(phoneKey(person.phone) ?? '') ? null : person.phone,
      email: person.email && isLeft.has(emailKey(person.email)) ? null : person.email,
    },
  };
}

const subjectsOf = ({ leads, applications, application_drafts }: Found): string[] => [
  ...leads.map(({ id, reference, created_at }) => leadSubject(reference, id, created_at)),
  ...[...applications, ...application_drafts].map(({ id }) => applicationKey(id)),
];

/** Contacts of rows by their keys, each as a person with this contact alone. */
function contactsOf(rows: readonly Pick<PersonRow, 'phones' | 'emails'>[]): Map<string, Person> {
  const contacts = new Map<string, Person>();
  for (const { phones, emails } of rows) {
    for (const phone of phones) {
      const key = phoneKey(phone);
      if (key !== null) contacts.set(key, { phone, email: null });
    }
    for (const email of emails) if (email) contacts.set(emailKey(email), { phone: null, email });
  }
  return contacts;
}

/** How much an erasure of chosen rows takes. */
export interface ChoiceCounts {
  readonly counts: Counts;
  readonly outboxEvents: number;
  /** Rows of others, and requests, that name a contact. */
  readonly mentions: number;
}

export async function countChoice(database: Database, choice: Choice): Promise<ChoiceCounts> {
  const { found, visits, events, contacts } = choice;
  const counts = {
    leads: found.leads.length,
    applications: found.applications.length,
    application_drafts: found.application_drafts.length,
    jornada: await countEvents(database, visits),
  };
  const outboxEvents = (await findEventNumbers(database, events)).length;
  return { counts, outboxEvents, mentions: await scrubContacts(database, contacts, null) };
}

/** Erases the chosen rows, and notifies the destinations that know the person. */
export async function forgetChoice(
  { database, store, adapters }: ForgetParts,
  { found, sales, notices, visits, events, contacts, person }: Choice,
): Promise<Counts> {
  await eraseEvents(database, events);
  await eraseBuyerFromSales(database, sales, adapters);
  await eraseBuyerFromNotices(database, notices, adapters);
  const erased = await erasePerson(database, found, visits);
  await eraseVisits(store, visits);
  // Events of these rows may have been stored while the rows were being erased.
  await eraseEvents(database, events);
  await scrubContacts(database, contacts, new Date().toISOString());
  await storeErasure(database, person);
  await analyzeTables(database);
  return erased;
}

const keysOf = ({ phone, email }: Person) => ({
  phone: phone === null ? null : canonicalPhone(phone),
  email: email === null ? null : emailKey(email),
});

/** Returns events that hold one of a person's contacts and whose rows were not found. */
async function findOrphanEvents(
  database: Database,
  person: Person,
  subjects: ReadonlySet<string>,
): Promise<Candidate[]> {
  const { phone, email } = keysOf(person);
  const rows = await database
    .selectFrom('outbox_events')
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
      return toCandidate(eventKey(number), 'announcement', happened_at, {
        names: [nome, buyer_name],
        phones: [telefone, whatsapp, buyer_phone],
        emails: [email, buyer_email],
      });
    });
}

/** Returns the numbers of events about the rows. */
async function findEventNumbers(
  database: Kysely<Tables>,
  { subjects, numbers }: EventRows,
): Promise<number[]> {
  const wanted = tableOf(
    database,
    { subject: 'text' },
    subjects.map((subject) => ({ subject })),
  );
  const events = database.selectFrom('outbox_events').select('number').where('data', '<>', '');
  const rows = await events
    .where(sql<boolean>`subject in (select subject from ${wanted} as wanted)`)
    .union(events.where(sql<boolean>`number in (${numbersOf(database, numbers)})`))
    .execute();
  return rows.map(({ number }) => number);
}

/**
 * Cancels the waiting deliveries of rows, and empties their events and the answers to them. Waits for scans
 * under way, which may be storing events of deleted rows.
 */
const eraseEvents = (database: Database, rows: EventRows) =>
  writeBesideCaptures(database, async (step) => {
    await step
      .selectFrom('delivery_progress')
      .select('source')
      .modifyEnd(rowLock(step, 'update'))
      .execute();
    const events = sql<number>`(${numbersOf(step, await findEventNumbers(step, rows))})`;
    const ended_at = new Date().toISOString();
    await step
      .updateTable('deliveries')
      .set({ state: 'canceled', outcome: 'forgotten', ended_at, leased_until: null })
      .where('event_number', 'in', events)
      .where('state', '=', 'waiting')
      .execute();
    await step
      .updateTable('delivery_attempts')
      .set({ answer: '' })
      .where('delivery', 'in', (query) =>
        query.selectFrom('deliveries').select('id').where('event_number', 'in', events),
      )
      .execute();
    await step
      .updateTable('outbox_events')
      .set({ data: '', phone_key: null, email_key: null })
      .where('number', 'in', events)
      .execute();
  });

/** Returns the key as receivers of `person.erased` compute it: area code and last eight digits. */
const toPublished = (key: string | null) =>
  key === null || key.startsWith('+') ? key : key.slice(0, 2) + key.slice(-8);

/** Stores an erasure, as hashes, for `person.erased`; without any destination it stores nothing. */
async function storeErasure(database: Database, person: Person): Promise<void> {
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

/** Events deleted at once. */
const EVENTS_PER_BATCH = 200;

/** Deletes events of some kinds that are older than a timestamp, delivered or not. */
export async function eraseEventsBefore(
  database: Database,
  moment: Date,
  kinds: readonly ('lead' | 'application' | 'sale')[],
): Promise<void> {
  if (kinds.length === 0) return;
  for (;;) {
    const { numDeletedRows } = await database
      .deleteFrom('outbox_events')
      .where('number', 'in', (query) =>
        query
          .selectFrom('outbox_events')
          .select('number')
          .where('created_at', '<', moment.toISOString())
          .where(({ or }) => or(kinds.map((kind) => sql<boolean>`type like ${`${kind}.%`}`)))
          .limit(EVENTS_PER_BATCH),
      )
      .executeTakeFirst();
    if (Number(numDeletedRows) === 0) return;
  }
}
