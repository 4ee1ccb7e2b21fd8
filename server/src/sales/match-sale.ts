import { compareTexts } from '@funil/contract/characters';
import { knownName } from '@funil/contract/contacts/first-name';
import {
  canonicalPhone,
  emailKey,
  emailPersonKey,
  phoneKey,
} from '@funil/contract/contacts/person';
import { DAY_MS, MINUTE_MS } from '@funil/contract/durations';
import { type RawBuilder, sql } from 'kysely';
import { leadKey } from '../contacts/contact-ref.ts';
import { nameWords } from '../contacts/list/search-words.ts';
import type { Queryable } from '../store/database.ts';
import { referenceOf, uuidOf } from '../store/queries/uuid.ts';
import type { MatchColumns, SaleRow } from '../store/sales-tables.ts';
import type { ReducedSale } from './reduce-sale.ts';
import type { SaleWithInputs } from './sale-inputs.ts';
import { MAX_STORAGE_DELAY_MS, readSentAt } from './sent-at.ts';

export interface MatchCandidate {
  readonly source: 'lead' | 'application';
  /**
   * 32 hexadecimal digits of the lead's idempotency key or the application's id. A lead without a key has its contact
   * key, which equals no reference.
   */
  readonly reference: string;
  readonly leadId: number | null;
  /** ISO time in UTC at which the visitor sent it, not at which it was stored. */
  readonly sentAt: string;
  readonly phoneKey: string | null;
  readonly emailKey: string | null;
  readonly name: string;
}

export interface MatchKeys {
  readonly references: readonly string[];
  readonly phoneKeys: readonly string[];
  readonly emailKeys: readonly string[];
}

export const matchKeysOf = ({ contacts }: Pick<ReducedSale, 'contacts'>): MatchKeys => ({
  references: contacts.references,
  phoneKeys: distinctTexts(contacts.phones.map(phoneKey)),
  emailKeys: distinctTexts(contacts.emails.map(emailPersonKey)),
});

export function saleKeyRowsOf(sale: ReducedSale) {
  const { references, emails } = sale.contacts;
  // A filler, such as (11) 99999-9999 or teste@teste.com, matches no lead, but an erasure finds the buyer by it.
  const phones = new Set(sale.contacts.phones.flatMap((phone) => canonicalPhone(phone) ?? []));
  return [
    ...references.map((key) => ({ kind: 'reference' as const, key })),
    ...[...phones].map((key) => ({ kind: 'phone' as const, key })),
    ...distinctTexts(emails.map(emailKey)).map((key) => ({ kind: 'email' as const, key })),
  ];
}

/** A lead or application that was stored this long after the sale was also sent after it. */
const MAX_STORED_AFTER_SALE_MS = MAX_STORAGE_DELAY_MS + DAY_MS;
/** A robot may send one phone endlessly, so only the newest leads or applications with it are read. */
const MAX_ROWS_PER_SEARCH = 5_000;

export async function computeSaleRows(
  database: Queryable,
  sales: readonly SaleWithInputs[],
  { attributionDays, at }: { readonly attributionDays: number; readonly at: string },
): Promise<SaleRow[]> {
  const reducedSales = sales.map(({ sale }) => sale);
  const candidates = await findCandidates(database, reducedSales, attributionDays);
  const rows = sales.map(({ platform, sale_key, sale, manualMatch }) => ({
    ...sale.row,
    platform,
    sale_key,
    ...matchSale(sale, candidates, attributionDays),
    ...manualMatch,
    updated_at: at,
  }));
  return inheritLeads(rows);
}

async function findCandidates(
  database: Queryable,
  sales: readonly ReducedSale[],
  attributionDays: number,
): Promise<MatchCandidate[]> {
  if (sales.length === 0) return [];
  const keys = sales.map(matchKeysOf);
  const begunTimes = sales.map(({ row }) => Date.parse(row.begun_at));
  const candidateSearch = {
    references: distinctTexts(keys.flatMap(({ references }) => references)),
    phoneKeys: distinctTexts(keys.flatMap(({ phoneKeys }) => phoneKeys)),
    emailKeys: distinctTexts(keys.flatMap(({ emailKeys }) => emailKeys)),
    since: new Date(Math.min(...begunTimes) - attributionDays * DAY_MS).toISOString(),
    until: new Date(Math.max(...begunTimes) + MAX_STORED_AFTER_SALE_MS).toISOString(),
  };
  return [
    ...(await findCandidatesIn(database, 'lead', candidateSearch)),
    ...(await findCandidatesIn(database, 'application', candidateSearch)),
  ];
}

interface CandidateSearch extends MatchKeys {
  readonly since: string;
  readonly until: string;
}

const CANDIDATE_TABLES = {
  lead: { table: 'leads', key: 'idempotency_key', id: 'id' },
  application: { table: 'applications', key: 'id', id: 'save_id' },
} as const;

interface CandidateRow {
  readonly key: string | null;
  readonly row_id: string | number;
  readonly created_at: string;
  readonly phone_key: string | null;
  readonly email_key: string | null;
  readonly name: string;
}

async function findCandidatesIn(
  database: Queryable,
  source: MatchCandidate['source'],
  { references, phoneKeys, emailKeys, since, until }: CandidateSearch,
): Promise<MatchCandidate[]> {
  const { table, key, id } = CANDIDATE_TABLES[source];
  const periodAndLimit = sql`and created_at >= ${since} and created_at <= ${until}
    order by created_at desc, ${sql.ref(id)} desc limit ${MAX_ROWS_PER_SEARCH}`;
  const rowsById = new Map<string | number, CandidateRow>();
  async function search(
    column: string,
    values: readonly string[],
    conditions: RawBuilder<unknown>,
  ): Promise<void> {
    if (values.length === 0) return;
    const { rows } = await sql<CandidateRow>`
      select ${sql.ref(key)} as key, ${sql.ref(id)} as row_id, created_at, phone_key, email_key, nome as name
      from ${sql.table(table)} where ${sql.ref(column)} in (${sql.join(values)}) ${conditions}
    `.execute(database);
    for (const row of rows) rowsById.set(row.row_id, row);
    // The rows may all be a robot's, whose phone must not hide the leads of the other sales.
    if (rows.length >= MAX_ROWS_PER_SEARCH && values.length > 1)
      for (const value of values) await search(column, [value], conditions);
  }
  for (const [column, values, conditions] of [
    [key, references.flatMap((reference) => uuidOf(reference) ?? []), sql``],
    ['phone_key', phoneKeys, periodAndLimit],
    ['email_key', emailKeys, periodAndLimit],
  ] as const) {
    await search(column, values, conditions);
  }
  return [...rowsById.values()].map((row) => ({
    source,
    reference: row.key === null ? leadKey(row.row_id) : referenceOf(row.key),
    leadId: source === 'lead' ? Number(row.row_id) : null,
    sentAt: readSentAt(row.key, row.created_at),
    phoneKey: row.phone_key,
    emailKey: row.email_key,
    name: row.name,
  }));
}

export const distinctTexts = (texts: readonly (string | null)[]): string[] => [
  ...new Set(texts.flatMap((text) => text?.trim() || [])),
];

/**
 * Gives a subscription's renewals the lead of its first matched charge, however old. The lead
 * replaces a match by phone or e-mail, but not one by reference or by an operator.
 */
function inheritLeads(rows: readonly SaleRow[]): SaleRow[] {
  const subscriptionKeyOf = ({ platform, subscription }: SaleRow) =>
    JSON.stringify([platform, subscription]);
  const chargesBySubscription = Map.groupBy(rows, subscriptionKeyOf);
  return rows.map((row) => {
    if (row.subscription === null) return row;
    if (row.matched_by === 'reference' || row.matched_by === 'hand') return row;
    const [firstMatched] = (chargesBySubscription.get(subscriptionKeyOf(row)) ?? [])
      .filter((charge) => charge.matched_by !== null && charge.begun_at < row.begun_at)
      .toSorted((a, b) => compareTexts(a.begun_at, b.begun_at));
    if (!firstMatched) return row;
    const { matched_by, lead_source, lead_ref, lead_id, candidates } = firstMatched;
    return { ...row, matched_by, lead_source, lead_ref, lead_id, candidates };
  });
}

type MatchableSale = Pick<ReducedSale, 'contacts'> & {
  readonly row: Pick<ReducedSale['row'], 'begun_at' | 'buyer_name'>;
};

/** A lead may seem to come after its sale, because clocks differ and platforms round times down to minutes. */
const MAX_CLOCK_DIFFERENCE_MS = 5 * MINUTE_MS;

export const NO_MATCH: MatchColumns = {
  matched_by: null,
  lead_source: null,
  lead_ref: null,
  lead_id: null,
  candidates: 0,
};

/**
 * Matches by reference (a candidate of any age), else by phone, else by e-mail, to the newest candidate that was sent
 * at most `attributionDays` before the sale. A candidate with the same phone but another name and e-mail is only
 * counted, so that an operator decides.
 */
export function matchSale(
  sale: MatchableSale,
  candidates: readonly MatchCandidate[],
  attributionDays: number,
): MatchColumns {
  const { references, phoneKeys, emailKeys } = matchKeysOf(sale);
  const begunMs = Date.parse(sale.row.begun_at);
  const sentInTime = candidates.filter(
    ({ sentAt }) =>
      begunMs - Date.parse(sentAt) <= attributionDays * DAY_MS &&
      Date.parse(sentAt) <= begunMs + MAX_CLOCK_DIFFERENCE_MS,
  );
  const byPhone = sentInTime.filter(({ phoneKey: key }) => key !== null && phoneKeys.includes(key));
  const byEmail = sentInTime.filter(({ emailKey: key }) => key !== null && emailKeys.includes(key));
  const isOtherPerson = (candidate: MatchCandidate) =>
    haveSimilarWords(candidate.name, sale.row.buyer_name ?? '') === false &&
    !byEmail.includes(candidate);
  const byReference = candidates.filter(({ reference }) => references.includes(reference));
  const ofSamePerson = byPhone.filter((candidate) => !isOtherPerson(candidate));
  return (
    matchNewest('reference', byReference) ??
    matchNewest('phone', ofSamePerson) ??
    matchNewest('email', byEmail) ?? { ...NO_MATCH, candidates: countDistinct(byPhone) }
  );
}

const countDistinct = (candidates: readonly MatchCandidate[]) =>
  new Set(candidates.map(({ reference }) => reference)).size;

function matchNewest(
  matched_by: MatchColumns['matched_by'],
  candidates: readonly MatchCandidate[],
): MatchColumns | null {
  const newest = candidates.toSorted(compareBySentAt).at(-1);
  if (!newest) return null;
  const { source: lead_source, reference, leadId: lead_id } = newest;
  return {
    matched_by,
    lead_source,
    lead_ref: uuidOf(reference),
    lead_id,
    candidates: countDistinct(candidates),
  };
}

const compareBySentAt = (a: MatchCandidate, b: MatchCandidate) =>
  Date.parse(a.sentAt) - Date.parse(b.sentAt) ||
  Number(a.reference > b.reference) - Number(a.reference < b.reference);

const MIN_PREFIX_LENGTH = 3;
const MIN_MISSPELLED_LENGTH = 4;

/**
 * Whether two names have a word in common, or one that begins another (`Bea`) or differs by one
 * letter (`Luiz`). Null: one of the names has no words.
 */
export function haveSimilarWords(a: string, b: string): boolean | null {
  const [wordsOfA = [], wordsOfB = []] = [a, b].map(knownName).map(nameWords);
  if (wordsOfA.length === 0 || wordsOfB.length === 0) return null;
  return wordsOfA.some((word) => wordsOfB.some((other) => areWordsSimilar(word, other)));
}

function areWordsSimilar(a: string, b: string): boolean {
  if (a === b) return true;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  if (short.length >= MIN_PREFIX_LENGTH && long.startsWith(short)) return true;
  return short.length >= MIN_MISSPELLED_LENGTH && differsByOneLetter(short, long);
}

function differsByOneLetter(short: string, long: string): boolean {
  let place = 0;
  while (place < short.length && short[place] === long[place]) place += 1;
  const ending = long.slice(place + 1);
  return ending === short.slice(place) || ending === short.slice(place + 1);
}
