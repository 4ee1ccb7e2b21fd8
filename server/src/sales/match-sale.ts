import { DAY_MS } from '@funil/contract/durations';
import { emailKey, phoneKey } from '@funil/contract/person';
import { nameWords } from '../leads/contacts/search-words.ts';
import type { MatchColumns } from '../store/sales-tables.ts';
import type { ReducedSale } from './reduce-sale.ts';
import { uuidOf } from './sent-at.ts';

/** A lead or an application that a sale may have come from. */
export interface Candidate {
  readonly source: 'lead' | 'application';
  /** The lead's idempotency key or the application's id: 32 hexadecimal digits in lower case. A lead
   *  that came without a key has another text, of its own. */
  readonly ref: string;
  /** The lead's row; null for an application. */
  readonly leadId: number | null;
  /** The visitor's own moment, not the row's storage: ISO time in UTC. */
  readonly at: string;
  readonly phoneKey: string | null;
  readonly emailKey: string | null;
  /** Left out: not known. */
  readonly name?: string;
}

/** What a sale is matched by. */
type Bought = Pick<ReducedSale, 'contacts'> & {
  readonly row: Pick<ReducedSale['row'], 'begun_at' | 'buyer_name'>;
};

/** What the candidates of a sale are looked up by. */
export interface MatchKeys {
  readonly references: readonly string[];
  readonly phoneKeys: readonly string[];
  readonly emailKeys: readonly string[];
}

/**
 * How much later than its sale a lead may seem to be: platforms write minutes without their seconds,
 * and clocks differ.
 */
const MAX_CLOCK_DIFFERENCE_MS = 5 * 60 * 1000;
const distinct = (keys: readonly (string | null)[]): string[] => [
  ...new Set(keys.filter((key) => key !== null).filter((key) => key !== '')),
];

export const matchKeysOf = ({ contacts }: Pick<ReducedSale, 'contacts'>): MatchKeys => ({
  references: contacts.references,
  phoneKeys: distinct(contacts.phones.map(phoneKey)),
  emailKeys: distinct(contacts.emails.map(emailKey)),
});

/**
 * Which lead or application a sale came from: by reference, else phone, else e-mail; the newest before
 * the sale began, and no older than `days`. A reference is proof in itself, however old its lead is, or
 * though it seems later. A phone whose name and e-mail are somebody else's is a suggestion: its candidates are
 * counted, and an operator decides. Pure: asked again with more notices or leads, it answers anew.
 */
export function matchSale(
  sale: Bought,
  candidates: readonly Candidate[],
  days: number,
): MatchColumns {
  const { references, phoneKeys, emailKeys } = matchKeysOf(sale);
  const begun = Date.parse(sale.row.begun_at);
  const before = candidates.filter(
    ({ at }) =>
      begun - Date.parse(at) <= days * DAY_MS && Date.parse(at) <= begun + MAX_CLOCK_DIFFERENCE_MS,
  );
  const byPhone = before.filter((one) => one.phoneKey !== null && phoneKeys.includes(one.phoneKey));
  return (
    newest('reference', candidates, ({ ref }) => references.includes(ref)) ??
    newest('phone', byPhone, (one) => !isSomebodyElse(one, sale)) ??
    newest('email', before, (one) => one.emailKey !== null && emailKeys.includes(one.emailKey)) ?? {
      ...NO_MATCH,
      candidates: countDistinct(byPhone),
    }
  );
}

/** Whether a lead's or an application's name differs from the buyer's, and so does its e-mail where it has one. */
function isSomebodyElse({ name, emailKey: address }: Candidate, sale: Bought): boolean {
  const isSameName = mayBeSameName(name ?? '', sale.row.buyer_name ?? '');
  return (
    isSameName === false && !(address !== null && matchKeysOf(sale).emailKeys.includes(address))
  );
}

const countDistinct = (candidates: readonly Candidate[]) =>
  new Set(candidates.map(({ ref }) => ref)).size;

const NO_MATCH: MatchColumns = {
  ...{ matched_by: null, lead_source: null, lead_ref: null, lead_id: null, candidates: 0 },
};

function newest(
  matched_by: MatchColumns['matched_by'],
  candidates: readonly Candidate[],
  speaks: (candidate: Candidate) => boolean,
): MatchColumns | null {
  const speaking = candidates.filter(speaks).toSorted(byAge);
  const candidate = speaking.at(-1);
  if (!candidate) return null;
  const { source: lead_source, ref, leadId: lead_id } = candidate;
  const candidateCount = countDistinct(speaking);
  return { matched_by, lead_source, lead_ref: uuidOf(ref), lead_id, candidates: candidateCount };
}

const byAge = (a: Candidate, b: Candidate) =>
  Date.parse(a.at) - Date.parse(b.at) || Number(a.ref > b.ref) - Number(a.ref < b.ref);

/** Fewest letters of a word that may be cut short, as in `Bea` for `Beatriz`, and of one that may be misspelled. */
const MIN_PREFIX_LENGTH = 3;
const MIN_MISSPELLED_LENGTH = 4;

/**
 * Returns whether two names may be one person's: they share a word, or words that differ by a cut end or
 * by one letter (`Luis`, `Luiz`). Null: one of them says nothing.
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

/** Whether one letter was changed, added or left out. */
function differsByOneLetter(short: string, long: string): boolean {
  let start = 0;
  while (start < short.length && short[start] === long[start]) start += 1;
  const rest = long.slice(start + 1);
  return rest === short.slice(start) || rest === short.slice(start + 1);
}
