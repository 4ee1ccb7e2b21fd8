import type { PersonRow } from '@funil/contract/console/people';
import { findBuyerSales, findMatchedSales, type PersonNotices } from '../../sales/find-buyer.ts';
import type { SaleId } from '../../sales/notices.ts';
import { findSale } from '../../sales/sale-items.ts';
import type { Database } from '../../store/database.ts';
import type { SaleRow } from '../../store/sales-tables.ts';
import { type ContactRef, nameOf, readName } from '../contacts/contact-ref.ts';
import { readContactRows } from '../contacts/contact-rows.ts';
import { findContact, findListedOf, type ListedContact } from '../contacts/read-contacts.ts';
import { type Found, type FoundRow, findPerson, findSaves, type Person } from './find-person.ts';
import type { Held } from './holds-contact.ts';
import { judgeRows, mayBeOne, type Traits, toTraits } from './same-person.ts';

/** The person that is looked for. */
export interface Asked {
  readonly person: Person;
  /** Empty where only a contact is known. */
  readonly name: string;
}

/** A row that carries one of the person's contacts, or that is matched to such a row; not judged yet. */
export interface Candidate extends Omit<PersonRow, 'same' | 'differs'> {
  readonly traits: Traits;
}

export interface PersonRows {
  readonly rows: readonly PersonRow[];
  /** The stored rows of leads and applications among them. */
  readonly found: Found;
}

/** What only an erasure looks for, since it takes a look at every notice. */
export interface FurtherRows {
  readonly notices?: PersonNotices;
  /** Candidates of tables that other rooms know. */
  readonly others?: readonly Candidate[];
}

const NOWHERE: PersonNotices = { sales: [], notices: [] };

export const leadKey = (id: string | number) => `lead:${id}`;
export const applicationKey = (id: string | number) => `application:${id}`;
export const saleKeyOf = ({ platform, sale_key }: SaleId) => `sale:${platform}:${sale_key}`;
/** Null: the key is not of a sale. */
export function readSaleKey(key: string): SaleId | null {
  const [, platform, sale_key] = /^sale:([^:]+):(.+)$/s.exec(key) ?? [];
  return platform !== undefined && sale_key !== undefined ? { platform, sale_key } : null;
}
export const noticeKey = (id: number) => `notice:${id}`;
export const eventKey = (number: number) => `announcement:${number}`;

/** Finds all rows that may be a person's, and judges which of them are (same-person.ts). The oldest first. */
export async function findPersonRows(
  database: Database,
  { person, name }: Asked,
  { notices = NOWHERE, others = [] }: FurtherRows = {},
): Promise<PersonRows> {
  const found = await findSaves(database, await findPerson(database, person));
  const subjects = toSubjects(found);
  const sales = await findSales(database, { person, found, mentioned: notices.sales });
  const loose = notices.notices.map(({ id, at, held, buyer }) =>
    toCandidate(noticeKey(id), 'notice', at, {
      names: [buyer?.name ?? null],
      phones: [...(buyer?.phones ?? []), held.phone ? person.phone : null],
      emails: [buyer?.email ?? null, held.email ? person.email : null],
    }),
  );
  const rows = [...subjects, ...sales.map(({ candidate }) => candidate), ...loose, ...others];
  const asked = toTraits({ names: [name], phones: [person.phone], emails: [person.email] });
  const verdicts = judgeRows(
    asked,
    rows.map(({ traits }) => traits),
    pairMatched(subjects, sales),
  );
  const judged = rows.map(({ traits: _, ...row }, index) => ({
    ...row,
    same: verdicts[index]?.isSame ?? false,
    differs: verdicts[index]?.differs ?? [],
  }));
  return { rows: judged.toSorted((a, b) => (a.at < b.at ? -1 : 1)), found };
}

/** Builds a candidate from fields as they were typed. */
export function toCandidate(
  key: string,
  kind: PersonRow['kind'],
  at: string,
  typed: Parameters<typeof toTraits>[0],
): Candidate {
  const given = (values: readonly (string | null)[]) => [
    ...new Set(values.flatMap((value) => value?.trim() || [])),
  ];
  return {
    ...{ key, kind, at },
    names: given(typed.names),
    phones: given(typed.phones),
    emails: given(typed.emails),
    traits: toTraits(typed),
  };
}

/** One candidate for each lead, and for each application with all that was saved of it. */
function toSubjects({ leads, applications, application_drafts }: Found): Candidate[] {
  const saves = Map.groupBy([...applications, ...application_drafts], ({ id }) => String(id));
  return [
    ...leads.map((lead) => toSubject(leadKey(lead.id), 'lead', [lead])),
    ...[...saves].map(([id, rows]) => toSubject(applicationKey(id), 'application', rows)),
  ];
}

const toSubject = (key: string, kind: PersonRow['kind'], rows: readonly FoundRow[]) =>
  toCandidate(key, kind, rows.map(({ created_at }) => created_at).toSorted()[0] ?? '', {
    names: rows.map(({ nome }) => nome),
    phones: rows.map(({ phone }) => phone),
    emails: rows.map(({ email }) => email),
  });

interface FoundSale {
  readonly candidate: Candidate;
  readonly sale: SaleRow;
}

interface SalesWanted {
  readonly person: Person;
  readonly found: Found;
  readonly mentioned: readonly (SaleId & { readonly held: Held })[];
}

async function findSales(
  database: Database,
  { person, found, mentioned }: SalesWanted,
): Promise<FoundSale[]> {
  const names = new Map(
    [
      ...(await findBuyerSales(database, person)),
      ...(await findMatchedSales(database, found)),
      ...mentioned,
    ].map(({ platform, sale_key }) => [saleKeyOf({ platform, sale_key }), { platform, sale_key }]),
  );
  const sales: FoundSale[] = [];
  for (const [key, name] of names) {
    const held = mentioned.filter((one) => saleKeyOf(one) === key).map((one) => one.held);
    const sale = await readSale(database, name);
    if (!sale) continue;
    const keys = await readContacts(database, name);
    const typed = {
      names: [sale.buyer_name],
      phones: [sale.buyer_phone, held.some(({ phone }) => phone) ? person.phone : null],
      emails: [sale.buyer_email, held.some(({ email }) => email) ? person.email : null],
    };
    const candidate = toCandidate(key, 'sale', sale.begun_at, typed);
    const traits = toTraits({
      names: typed.names,
      phones: [...typed.phones, ...keys.phones],
      emails: [...typed.emails, ...keys.emails],
    });
    sales.push({ candidate: { ...candidate, traits }, sale });
  }
  return sales;
}

const readSale = (database: Database, { platform, sale_key }: SaleId) =>
  database
    .selectFrom('sales')
    .selectAll()
    .where('platform', '=', platform)
    .where('sale_key', '=', sale_key)
    .executeTakeFirst();

/** The contacts that any notice of a sale tells, as keys. */
async function readContacts(database: Database, { platform, sale_key }: SaleId) {
  const keys = await database
    .selectFrom('sale_keys')
    .select(['kind', 'key'])
    .where('platform', '=', platform)
    .where('sale_key', '=', sale_key)
    .execute();
  const of = (wanted: string) => keys.flatMap(({ kind, key }) => (kind === wanted ? [key] : []));
  return { phones: of('phone'), emails: of('email') };
}

/**
 * Sales and the rows they are matched to. An operator's decision joins them; a reference, which anybody with the link
 * carries on, joins them unless all else contradicts it.
 */
function pairMatched(subjects: readonly Candidate[], sales: readonly FoundSale[]) {
  const indices = new Map(subjects.map(({ key }, index) => [key, index]));
  return sales.flatMap(({ sale, candidate }, index): [number, number][] => {
    const { matched_by, lead_source, lead_id, lead_ref } = sale;
    const key = lead_source === 'lead' ? leadKey(lead_id ?? '') : applicationKey(lead_ref ?? '');
    const matched = indices.get(key);
    const traits = matched === undefined ? undefined : subjects[matched]?.traits;
    if (matched === undefined || !traits) return [];
    const isJoined =
      matched_by === 'hand' || (matched_by === 'reference' && mayBeOne(traits, candidate.traits));
    return isJoined ? [[matched, subjects.length + index]] : [];
  });
}

/**
 * Returns whose contacts a key leads to: those of a lead or an application, or of a sale's buyer.
 * @param key `lead:<number>`, `application:<uuid>` or `sale:<platform>:<key>`; null: nobody */
export async function findKeyed(database: Database, key: string): Promise<Asked | null> {
  const saleName = readSaleKey(key);
  if (saleName !== null) {
    const sale = await findSale(database, saleName);
    if (sale === null || (sale.buyer_phone === null && sale.buyer_email === null)) return null;
    const person = { phone: sale.buyer_phone, email: sale.buyer_email };
    return { person, name: sale.buyer_name ?? '' };
  }
  const ref = readName(key);
  const line = ref && (await findContact(database, ref));
  const row = ref && (await readContactRows(database, [ref])).get(nameOf(ref));
  if (!line || !row) return null;
  return { person: { phone: row.phone, email: row.email }, name: row.name };
}

/** Most rows of one person that are shown. */
const MAX_SHOWN_ROWS = 500;

/** The leads and applications among keys of a person's rows. */
export const refsOf = (keys: Iterable<string>): ContactRef[] =>
  [...keys].flatMap((key) => readName(key) ?? []);

/** Lines of a person's leads and applications, the newest first. */
export const findLines = (database: Database, keys: Iterable<string>): Promise<ListedContact[]> =>
  findListedOf(database, refsOf(keys).slice(-MAX_SHOWN_ROWS));

/** Sales among keys of a person's rows. */
export async function findSalesOf(database: Database, keys: Iterable<string>): Promise<SaleRow[]> {
  const sales: SaleRow[] = [];
  for (const key of keys) {
    const name = readSaleKey(key);
    const sale = name && (await findSale(database, name));
    if (sale) sales.push(sale);
  }
  return sales.toSorted((a, b) => (a.begun_at > b.begun_at ? -1 : 1)).slice(0, MAX_SHOWN_ROWS);
}
