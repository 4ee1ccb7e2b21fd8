import { compareTexts } from '@funil/contract/characters';
import type { PersonRow } from '@funil/contract/people/people';
import { parseSaleSubject, type SaleId, toSaleSubject } from '@funil/contract/sales/sale-subject';
import { applicationKey, contactKeyOf, leadKey, parseContactKey } from '../contacts/contact-ref.ts';
import { readContactRows } from '../contacts/contact-rows.ts';
import {
  addEarlierApplicationSaves,
  findPersonRecords,
  type PersonRecord,
  type PersonRecords,
  type PhoneAndEmail,
} from '../contacts/find-person.ts';
import { judgeRows, mayBeOnePerson, type PersonTraits, toTraits } from '../contacts/same-person.ts';
import { distinctTexts } from '../sales/match-sale.ts';
import { isRowOfSales } from '../sales/sale-id.ts';
import { findSale } from '../sales/sale-items.ts';
import type { Database } from '../store/database.ts';
import type { SaleRow } from '../store/sales-tables.ts';
import { findBuyerSales, findMatchedSales, type PersonNotices } from './find-buyer.ts';

export interface PersonQuery {
  readonly person: PhoneAndEmail;
  readonly name: string;
}

export interface PersonCandidate extends Omit<PersonRow, 'same' | 'differs'> {
  readonly traits: PersonTraits;
}

export interface PersonRows {
  readonly rows: readonly PersonRow[];
  readonly records: PersonRecords;
}

interface FurtherCandidates {
  readonly notices: PersonNotices;
  readonly orphanEvents?: readonly PersonCandidate[];
}

export const noticeKey = (id: number) => `notice:${id}`;
export const outboxEventKey = (number: number) => `outbox_event:${number}`;

export async function judgePersonRows(
  database: Database,
  { person, name }: PersonQuery,
  { notices, orphanEvents = [] }: FurtherCandidates,
): Promise<PersonRows> {
  const records = await addEarlierApplicationSaves(
    database,
    await findPersonRecords(database, person),
  );
  const contacts = toContactCandidates(records);
  const sales = await findSales(database, { person, records, mentionedSales: notices.sales });
  const noticeCandidates = notices.notices.map(({ id, at, contactMatch, buyer }) =>
    toCandidate(
      { key: noticeKey(id), kind: 'notice', at },
      {
        names: [buyer?.name ?? null],
        phones: [...(buyer?.phones ?? []), contactMatch.phone ? person.phone : null],
        emails: [buyer?.email ?? null, contactMatch.email ? person.email : null],
      },
    ),
  );
  const rows = [
    ...contacts,
    ...sales.map(({ candidate }) => candidate),
    ...noticeCandidates,
    ...orphanEvents,
  ];
  const personTraits = toTraits({ names: [name], phones: [person.phone], emails: [person.email] });
  const verdicts = judgeRows(
    personTraits,
    rows.map(({ traits }) => traits),
    pairMatched(contacts, sales),
  );
  const judgedRows = rows.map(({ traits: _, ...row }, index) => ({
    ...row,
    same: verdicts[index]?.isSame ?? false,
    differs: verdicts[index]?.differs ?? [],
  }));
  return { rows: judgedRows.toSorted((a, b) => compareTexts(a.at, b.at)), records };
}

export function toCandidate(
  row: Pick<PersonRow, 'key' | 'kind' | 'at'>,
  fields: Parameters<typeof toTraits>[0],
): PersonCandidate {
  return {
    ...row,
    names: distinctTexts(fields.names),
    phones: distinctTexts(fields.phones),
    emails: distinctTexts(fields.emails),
    traits: toTraits(fields),
  };
}

/** All saves of an application are one candidate. */
function toContactCandidates({ leads, applications, application_drafts }: PersonRecords) {
  const saves = Map.groupBy([...applications, ...application_drafts], ({ id }) => String(id));
  return [
    ...leads.map((lead) => toContactCandidate(leadKey(lead.id), 'lead', [lead])),
    ...[...saves].map(([id, rows]) => toContactCandidate(applicationKey(id), 'application', rows)),
  ];
}

function toContactCandidate(key: string, kind: PersonRow['kind'], rows: readonly PersonRecord[]) {
  const [at = ''] = rows.map(({ created_at }) => created_at).toSorted();
  const names = rows.map(({ nome }) => nome);
  const phones = rows.map(({ phone }) => phone);
  return toCandidate({ key, kind, at }, { names, phones, emails: rows.map(({ email }) => email) });
}

interface FoundSale {
  readonly candidate: PersonCandidate;
  readonly sale: SaleRow;
}

interface PersonSaleSearch {
  readonly person: PhoneAndEmail;
  readonly records: PersonRecords;
  readonly mentionedSales: PersonNotices['sales'];
}

async function findSales(
  database: Database,
  { person, records, mentionedSales }: PersonSaleSearch,
): Promise<FoundSale[]> {
  const ids = [
    ...(await findBuyerSales(database, person)),
    ...(await findMatchedSales(database, records)),
    ...mentionedSales,
  ];
  const sales: FoundSale[] = [];
  for (const [key, id] of new Map(ids.map((id) => [toSaleSubject(id), id]))) {
    const sale = await findSale(database, id);
    if (!sale) continue;
    const mentions = mentionedSales.filter((mention) => toSaleSubject(mention) === key);
    const fields = {
      names: [sale.buyer_name],
      phones: [
        sale.buyer_phone,
        mentions.some(({ contactMatch }) => contactMatch.phone) ? person.phone : null,
      ],
      emails: [
        sale.buyer_email,
        mentions.some(({ contactMatch }) => contactMatch.email) ? person.email : null,
      ],
    };
    const keys = await readSalePhonesAndEmails(database, id);
    const traits = toTraits({
      names: fields.names,
      phones: [...fields.phones, ...keys.phones],
      emails: [...fields.emails, ...keys.emails],
    });
    const candidate = { ...toCandidate({ key, kind: 'sale', at: sale.begun_at }, fields), traits };
    sales.push({ candidate, sale });
  }
  return sales;
}

async function readSalePhonesAndEmails(database: Database, sale: SaleId) {
  const query = database.selectFrom('sale_keys').select(['kind', 'key']);
  const keys = await query.where(isRowOfSales([sale])).execute();
  const keysOfKind = (kind: string) =>
    keys.filter((stored) => stored.kind === kind).map(({ key }) => key);
  return { phones: keysOfKind('phone'), emails: keysOfKind('email') };
}

/**
 * Pairs contacts with the sales that an operator or a reference matched to them. All visitors of a shared link send the
 * same reference. So a match by reference counts only if sale and contact agree in some field, or differ in none.
 */
function pairMatched(contacts: readonly PersonCandidate[], sales: readonly FoundSale[]) {
  const indexByKey = new Map(contacts.map(({ key }, index) => [key, index]));
  return sales.flatMap(({ sale, candidate }, index): [number, number][] => {
    const { matched_by, lead_source, lead_id, lead_ref } = sale;
    const key = lead_source === 'lead' ? leadKey(lead_id ?? '') : applicationKey(lead_ref ?? '');
    const contactIndex = indexByKey.get(key);
    const traits = contactIndex === undefined ? undefined : contacts[contactIndex]?.traits;
    if (contactIndex === undefined || !traits) return [];
    const isSame =
      matched_by === 'hand' ||
      (matched_by === 'reference' && mayBeOnePerson(traits, candidate.traits));
    return isSame ? [[contactIndex, contacts.length + index]] : [];
  });
}

/**
 * Returns null if the row is missing, or if the sale has neither the buyer's phone nor e-mail.
 * @param key `lead:<number>`, `application:<uuid>` or `sale:<platform>:<key>`
 */
export async function findPersonByKey(
  database: Database,
  key: string,
): Promise<PersonQuery | null> {
  const saleId = parseSaleSubject(key);
  if (saleId !== null) {
    const sale = await findSale(database, saleId);
    if (sale === null || (sale.buyer_phone === null && sale.buyer_email === null)) return null;
    const person = { phone: sale.buyer_phone, email: sale.buyer_email };
    return { person, name: sale.buyer_name ?? '' };
  }
  const ref = parseContactKey(key);
  const row = ref && (await readContactRows(database, [ref])).get(contactKeyOf(ref));
  return row ? { person: { phone: row.phone, email: row.email }, name: row.name } : null;
}

export async function findPersonSales(
  database: Database,
  keys: Iterable<string>,
): Promise<SaleRow[]> {
  const ids = [...keys].flatMap((key) => parseSaleSubject(key) ?? []);
  const sales = await database.selectFrom('sales').selectAll().where(isRowOfSales(ids)).execute();
  return sales.toSorted((a, b) => compareTexts(b.begun_at, a.begun_at));
}
