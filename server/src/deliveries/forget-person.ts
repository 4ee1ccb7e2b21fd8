import type { PersonRow } from '@funil/contract/console/people';
import { emailKey, phoneKey } from '@funil/contract/person';
import type { StoreConfig } from '../config/config.ts';
import { type Counts, countEvents, erasePerson, findVisits } from '../leads/people/erase-person.ts';
import type { Found, FoundRow, Person } from '../leads/people/find-person.ts';
import {
  type Asked,
  applicationKey,
  findPersonRows,
  leadKey,
  noticeKey,
  type PersonRows,
  readSaleKey,
  saleKeyOf,
} from '../leads/people/person-rows.ts';
import { analyzeTables, findVisitsNaming, scrubContacts } from '../leads/people/scrub-contacts.ts';
import { forgetBuyer, forgetNotices } from '../sales/erase-buyer.ts';
import { findPersonNotices } from '../sales/find-buyer.ts';
import type { NoticeAdapters } from '../sales/notice.ts';
import type { SaleName } from '../sales/notices.ts';
import type { Database } from '../store/database.ts';
import { eraseVisits } from '../visits/open-updater.ts';
import {
  type EventRows,
  eraseEvents,
  findEvents,
  findOrphanEvents,
  storeErasure,
} from './forget-events.ts';

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

/** Finds all that is stored of a person: rows, notices, and announcements whose rows are gone. */
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

/** What an erasure of chosen rows takes. */
export interface Choice {
  readonly found: Found;
  readonly sales: readonly SaleName[];
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
  ...leads.map(leadSubject),
  ...[...applications, ...application_drafts].map(({ id }) => applicationKey(id)),
];

/** As `leadEvent` names a lead. */
const leadSubject = ({ id, reference, created_at }: FoundRow) =>
  leadKey(reference ?? `${id}:${created_at}`);

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
  readonly announcements: number;
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
  const announcements = (await findEvents(database, events)).length;
  return { counts, announcements, mentions: await scrubContacts(database, contacts, null) };
}

/** Erases the chosen rows, and notifies the destinations that know the person. */
export async function forgetChoice(
  { database, store, adapters }: ForgetParts,
  { found, sales, notices, visits, events, contacts, person }: Choice,
): Promise<Counts> {
  const eraseAllEvents = () => eraseEvents(database, events, new Date().toISOString());
  await eraseAllEvents();
  await forgetBuyer(database, sales, adapters);
  await forgetNotices(database, notices, adapters);
  const erased = await erasePerson(database, found, visits);
  await eraseVisits(store, visits);
  // Announcements of these rows may have been made while they were being erased.
  await eraseAllEvents();
  await scrubContacts(database, contacts, new Date().toISOString());
  await storeErasure(database, person);
  await analyzeTables(database);
  return erased;
}
