import { emailKey } from '@funil/contract/contacts/person';
import type { PersonRow } from '@funil/contract/people/people';
import { parseSaleSubject, type SaleId, toSaleSubject } from '@funil/contract/sales/sale-subject';
import { applicationKey, leadEventSubject, leadKey } from '../contacts/contact-ref.ts';
import { beginErasing } from '../contacts/erasing-people.ts';
import {
  canonicalContactsOf,
  type PersonRecords,
  type PhoneAndEmail,
} from '../contacts/find-person.ts';
import { personPhoneKey } from '../contacts/same-person.ts';
import { type ErasedPerson, hashPersonKey } from '../deliveries/outbox/compose-events.ts';
import {
  ERASED_DATA,
  eraseOutboxEvents,
  findOutboxEventNumbers,
  type OutboxEventSelection,
} from '../deliveries/outbox/erase-events.ts';
import type { NoticeAdapters } from '../sales/notices/notice.ts';
import type { SecretsKeyConfig } from '../settings/secrets-key.ts';
import type { Database } from '../store/database.ts';
import { analyzeTables } from '../store/erased-traces.ts';
import { eraseVisits } from '../visits/open-updater.ts';
import {
  eraseBuyerFromNotices,
  eraseBuyerFromSales,
  eraseFromUnreadNotices,
} from './erase-buyer.ts';
import { countVisitEvents, type ErasedCounts, erasePerson, findSessions } from './erase-person.ts';
import { logErasure } from './erasure-log.ts';
import { findBuyerSales, searchNoticeBodies } from './find-buyer.ts';
import {
  judgePersonRows,
  noticeKey,
  outboxEventKey,
  type PersonCandidate,
  type PersonQuery,
  type PersonRows,
  toCandidate,
} from './person-rows.ts';
import { findVisitsNaming, scrubContacts, scrubFileNames } from './scrub-contacts.ts';

export interface ErasureDependencies {
  readonly database: Database;
  readonly config: SecretsKeyConfig;
  readonly adapters: NoticeAdapters;
}

export interface PersonMatches extends PersonRows {
  readonly personQuery: PersonQuery;
  readonly notices: readonly number[];
}

/** Finds a person's rows and notices, and the outbox events whose rows are gone. */
export async function findPersonEverywhere(
  { database, adapters }: Omit<ErasureDependencies, 'config'>,
  personQuery: PersonQuery,
): Promise<PersonMatches> {
  const { person } = personQuery;
  const notices = await searchNoticeBodies(database, person, adapters);
  const { rows, records } = await judgePersonRows(database, personQuery, { notices });
  const subjects = new Set([...subjectsOf(records), ...rows.map(({ key }) => key)]);
  const orphanEvents = await findOrphanEvents(database, person, subjects);
  const matches =
    orphanEvents.length === 0
      ? { rows, records }
      : await judgePersonRows(database, personQuery, { notices, orphanEvents });
  return { personQuery, notices: notices.notices.map(({ id }) => id), ...matches };
}

interface ErasurePlan {
  readonly records: PersonRecords;
  readonly sales: readonly SaleId[];
  readonly notices: readonly number[];
  /** Visits that created an erased row, or have a contact in an address. */
  readonly visits: readonly string[];
  readonly events: OutboxEventSelection;
  readonly names: readonly string[];
  /** Contacts of the person and the chosen rows that no remaining row has. */
  readonly contacts: readonly PhoneAndEmail[];
  /** The person's contacts that no remaining row has. */
  readonly person: PhoneAndEmail;
  readonly newestAt: string | null;
}

export async function planErasure(
  database: Database,
  { personQuery, rows, records, notices }: PersonMatches,
  keys: ReadonlySet<string>,
): Promise<ErasurePlan> {
  const chosenRows = rows.filter(({ key }) => keys.has(key));
  const otherRows = rows.filter(({ key }) => !keys.has(key));
  const chosenRecords = pickRecords(records, keys);
  const remainingByKey = contactsOf(otherRows);
  const { person } = personQuery;
  const queriedFields = { phones: [person.phone ?? ''], emails: [person.email ?? ''] };
  const contacts = [...contactsOf([queriedFields, ...chosenRows])].flatMap(([key, contact]) =>
    remainingByKey.has(key) ? [] : [contact],
  );
  const sales = chosenRows.flatMap(({ key }) => parseSaleSubject(key) ?? []);
  return {
    records: chosenRecords,
    sales,
    notices: notices.filter((id) => keys.has(noticeKey(id))),
    visits: [
      ...new Set([
        ...(await findSessions(database, chosenRecords)),
        ...(await findVisitsNaming(database, contacts)),
      ]),
    ],
    events: {
      subjects: [...subjectsOf(chosenRecords), ...sales.map(toSaleSubject)],
      numbers: chosenRows.flatMap(({ kind, key }) =>
        kind === 'outbox_event' ? [Number(key.split(':')[1])] : [],
      ),
    },
    names: chosenRows.flatMap(({ names }) => names),
    contacts,
    person: {
      phone: remainingByKey.has(personPhoneKey(person.phone ?? '') ?? '') ? null : person.phone,
      email: person.email && remainingByKey.has(emailKey(person.email)) ? null : person.email,
    },
    newestAt:
      [
        ...chosenRows.map(({ at }) => at),
        ...chosenRecords.applications.map(({ created_at }) => created_at),
        ...chosenRecords.application_drafts.map(({ created_at }) => created_at),
      ]
        .toSorted()
        .at(-1) ?? null,
  };
}

const pickRecords = (
  { leads, applications, application_drafts }: PersonRecords,
  keys: ReadonlySet<string>,
): PersonRecords => ({
  leads: leads.filter(({ id }) => keys.has(leadKey(id))),
  applications: applications.filter(({ id }) => keys.has(applicationKey(id))),
  application_drafts: application_drafts.filter(({ id }) => keys.has(applicationKey(id))),
});

const subjectsOf = ({ leads, applications, application_drafts }: PersonRecords): string[] => [
  ...leads.map(({ id, reference, created_at }) => leadEventSubject(reference, id, created_at)),
  ...[...applications, ...application_drafts].map(({ id }) => applicationKey(id)),
];

/** Returns every phone and every e-mail as a separate contact, by its key. */
function contactsOf(
  rows: readonly Pick<PersonRow, 'phones' | 'emails'>[],
): Map<string, PhoneAndEmail> {
  const contactsByKey = new Map<string, PhoneAndEmail>();
  for (const { phones, emails } of rows) {
    for (const phone of phones) {
      const key = personPhoneKey(phone);
      if (key !== null) contactsByKey.set(key, { phone, email: null });
    }
    for (const email of emails)
      if (email) contactsByKey.set(emailKey(email), { phone: null, email });
  }
  return contactsByKey;
}

const rowNamesOf = ({ events, notices }: ErasurePlan): string[] => [
  ...events.subjects,
  ...events.numbers.map(outboxEventKey),
  ...notices.map(noticeKey),
];

/** Counts the rows to erase. `mentions` are requests and other people's rows that contain the person's contact. */
export async function countErasure(
  database: Database,
  { records, visits, events, contacts }: ErasurePlan,
) {
  const counts = {
    leads: records.leads.length,
    applications: records.applications.length,
    application_drafts: records.application_drafts.length,
    jornada: await countVisitEvents(database, visits),
  };
  const outboxEvents = (await findOutboxEventNumbers(database, events)).length;
  return { counts, outboxEvents, mentions: await scrubContacts(database, contacts, null) };
}

/** Logs and erases the planned rows, and queues `person.erased`. */
export function runErasure(deps: ErasureDependencies, plan: ErasurePlan): Promise<ErasedCounts> {
  logErasure(deps.config, rowNamesOf(plan), plan.newestAt);
  return eraseLogged(deps, plan);
}

/** Erases rows that are in the log already. */
export async function eraseLogged(
  { database, config, adapters }: ErasureDependencies,
  { records, notices, visits, contacts, person, names, ...plan }: ErasurePlan,
): Promise<ErasedCounts> {
  const endErasing = await beginErasing(database, contacts);
  // Sales are searched for again, because notices may have been read since the plan was made.
  const arrivedSales = await Promise.all(
    contacts.map((contact) => findBuyerSales(database, contact)),
  );
  const salesBySubject = new Map(
    [...plan.sales, ...arrivedSales.flat()].map((sale) => [toSaleSubject(sale), sale]),
  );
  const subjects = [...new Set([...plan.events.subjects, ...salesBySubject.keys()])];
  const events = { ...plan.events, subjects };
  const eraseOptions = { adapters, isRequested: true };
  await eraseOutboxEvents(database, events);
  await eraseBuyerFromSales(database, [...salesBySubject.values()], eraseOptions);
  await eraseBuyerFromNotices(database, notices, eraseOptions);
  const erasedCounts = await erasePerson(database, records, visits);
  await eraseVisits(config.store, visits);
  // The consumer of changes may have stored events of these rows meanwhile.
  await eraseOutboxEvents(database, events);
  await scrubContacts(database, contacts, new Date().toISOString());
  await scrubFileNames(database, names, contacts);
  await eraseFromUnreadNotices(database, adapters);
  await endErasing();
  await storeErasure(database, person);
  await analyzeTables(database);
  return erasedCounts;
}

async function findOrphanEvents(
  database: Database,
  person: PhoneAndEmail,
  subjects: ReadonlySet<string>,
): Promise<PersonCandidate[]> {
  const { phones, email } = canonicalContactsOf(person);
  const rows = await database
    .selectFrom('outbox_events')
    .select(['number', 'subject', 'happened_at', 'data'])
    .where('data', '<>', ERASED_DATA)
    .where(({ eb, or }) =>
      // A comparison with null is never true.
      or([...phones.map((phone) => eb('phone_key', '=', phone)), eb('email_key', '=', email)]),
    )
    .orderBy('number')
    .execute();
  return rows
    .filter(({ subject }) => !subjects.has(subject))
    .map(({ number, happened_at: at, data }) => {
      const { nome, buyer_name, telefone, whatsapp, buyer_phone, email, buyer_email } =
        JSON.parse(data);
      const phones = [telefone, whatsapp, buyer_phone];
      const fields = { names: [nome, buyer_name], phones, emails: [email, buyer_email] };
      return toCandidate({ key: outboxEventKey(number), kind: 'outbox_event', at }, fields);
    });
}

/** Receivers of `person.erased` compute a Brazilian phone's key from its area code and last eight digits. */
const toPublishedKey = (key: string) =>
  key.startsWith('+') ? key : key.slice(0, 2) + key.slice(-8);

/**
 * Adds a change that becomes `person.erased` for each of the phone's keys, or for the e-mail alone; none without a
 * destination that could receive it.
 */
async function storeErasure(database: Database, person: PhoneAndEmail): Promise<void> {
  const { phones, email } = canonicalContactsOf(person);
  if (phones.length === 0 && email === null) return;
  const destination = await database
    .selectFrom('destinations')
    .select('name')
    .limit(1)
    .executeTakeFirst();
  if (!destination) return;
  const publishedKeys = phones.length === 0 ? [null] : phones.map(toPublishedKey);
  const erasures = publishedKeys.map(
    (key): ErasedPerson => ({
      phone_key_sha256: hashPersonKey(key),
      email_key_sha256: hashPersonKey(email),
      created_at: new Date().toISOString(),
    }),
  );
  await database
    .insertInto('changes')
    .values(erasures.map((erasure) => ({ kind: 'erasure', key: JSON.stringify(erasure) })))
    .execute();
}
