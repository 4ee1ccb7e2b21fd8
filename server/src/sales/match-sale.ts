import { canonicalPhone, emailKey, phoneKey } from '@funil/contract/contacts/person';
import { DAY_MS } from '@funil/contract/durations';
import { nameWords } from '../contacts/search-words.ts';
import type { MatchColumns } from '../store/sales-tables.ts';
import { uuidOf } from '../store/uuid.ts';
import type { ReducedSale } from './reduce-sale.ts';

/** A lead or an application that a sale may have come from. */
export interface Candidate {
  readonly source: 'lead' | 'application';
  /**
   * The lead's idempotency key or the application's id as 32 hexadecimal digits in lower case. A lead without a key has
   * another text.
   */
  readonly ref: string;
  /** The lead's row id; null for an application. */
  readonly leadId: number | null;
  /** When the visitor sent it, not when it was stored: ISO time in UTC. */
  readonly at: string;
  readonly phoneKey: string | null;
  readonly emailKey: string | null;
  /** Left out: not known. */
  readonly name?: string;
}

type MatchableSale = Pick<ReducedSale, 'contacts'> & {
  readonly row: Pick<ReducedSale['row'], 'begun_at' | 'buyer_name'>;
};

/** The keys by which candidates are found. */
export interface MatchKeys {
  readonly references: readonly string[];
  readonly phoneKeys: readonly string[];
  readonly emailKeys: readonly string[];
}

const distinct = (keys: readonly (string | null)[]): string[] => [
  ...new Set(keys.flatMap((key) => key || [])),
];

export const matchKeysOf = ({ contacts }: Pick<ReducedSale, 'contacts'>): MatchKeys => ({
  references: contacts.references,
  phoneKeys: distinct(contacts.phones.map(phoneKey)),
  emailKeys: distinct(contacts.emails.map(emailKey)),
});

/** Returns the keys by which leads and erasures find a sale. */
export function saleKeysOf(sale: ReducedSale) {
  const { references, emailKeys } = matchKeysOf(sale);
  // Invalid numbers match no lead, but an erasure finds their buyer by them.
  const phones = new Set(sale.contacts.phones.flatMap((phone) => canonicalPhone(phone) ?? []));
  return [
    ...references.map((key) => ({ kind: 'reference' as const, key })),
    ...[...phones].map((key) => ({ kind: 'phone' as const, key })),
    ...emailKeys.map((key) => ({ kind: 'email' as const, key })),
  ];
}

/** Platforms round times down to minutes, and clocks differ. */
const MAX_CLOCK_DIFFERENCE_MS = 5 * 60 * 1000;

const NO_MATCH: MatchColumns = {
  matched_by: null,
  lead_source: null,
  lead_ref: null,
  lead_id: null,
  candidates: 0,
};

/**
 * Matches a sale to a lead or application by reference, else phone, else e-mail: the newest one that was sent before
 * the sale began and at most `days` earlier. A reference matches without a time limit. A phone number whose name and
 * e-mail belong to another person is only a suggestion: its candidates are counted, and an operator decides.
 */
export function matchSale(
  sale: MatchableSale,
  candidates: readonly Candidate[],
  days: number,
): MatchColumns {
  const { references, phoneKeys, emailKeys } = matchKeysOf(sale);
  const begun = Date.parse(sale.row.begun_at);
  const inTime = candidates.filter(
    ({ at }) =>
      begun - Date.parse(at) <= days * DAY_MS && Date.parse(at) <= begun + MAX_CLOCK_DIFFERENCE_MS,
  );
  const byPhone = inTime.filter((one) => one.phoneKey !== null && phoneKeys.includes(one.phoneKey));
  const byEmail = inTime.filter((one) => one.emailKey !== null && emailKeys.includes(one.emailKey));
  const isOtherPerson = (candidate: Candidate) =>
    mayBeSameName(candidate.name ?? '', sale.row.buyer_name ?? '') === false &&
    !byEmail.includes(candidate);
  return (
    matchNewest(
      'reference',
      candidates.filter(({ ref }) => references.includes(ref)),
    ) ??
    matchNewest(
      'phone',
      byPhone.filter((candidate) => !isOtherPerson(candidate)),
    ) ??
    matchNewest('email', byEmail) ?? { ...NO_MATCH, candidates: countDistinct(byPhone) }
  );
}

/** Rows of one application count once. */
const countDistinct = (candidates: readonly Candidate[]) =>
  new Set(candidates.map(({ ref }) => ref)).size;

function matchNewest(
  matched_by: MatchColumns['matched_by'],
  candidates: readonly Candidate[],
): MatchColumns | null {
  const newest = candidates.toSorted(byTime).at(-1);
  if (!newest) return null;
  const { source: lead_source, ref, leadId: lead_id } = newest;
  return {
    matched_by,
    lead_source,
    lead_ref: uuidOf(ref),
    lead_id,
    candidates: countDistinct(candidates),
  };
}

const byTime = (a: Candidate, b: Candidate) =>
  Date.parse(a.at) - Date.parse(b.at) || Number(a.ref > b.ref) - Number(a.ref < b.ref);

/** `Bea` is short for `Beatriz`. */
const MIN_PREFIX_LENGTH = 3;
const MIN_MISSPELLED_LENGTH = 4;

/**
 * Returns whether two names may be one person's: they share a word, or have words that differ by a cut end or by one
 * letter (`Luis`, `Luiz`). Null if one of them has no words.
 */
export function mayBeSameName(a: string, b: string): boolean | null {
  const [words, others] = [nameWords(a), nameWords(b)];
  if (words.length === 0 || others.length === 0) return null;
  return words.some((word) => others.some((other) => areAlike(word, other)));
}

function areAlike(a: string, b: string): boolean {
  if (a === b) return true;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  if (short.length >= MIN_PREFIX_LENGTH && long.startsWith(short)) return true;
  return short.length >= MIN_MISSPELLED_LENGTH && differsByOneLetter(short, long);
}

/** Whether one letter was replaced or added. */
function differsByOneLetter(short: string, long: string): boolean {
  let start = 0;
  while (start < short.length && short[start] === long[start]) start += 1;
  const rest = long.slice(start + 1);
  return rest === short.slice(start) || rest === short.slice(start + 1);
}
