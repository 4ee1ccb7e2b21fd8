import { DAY_MS } from '@funil/contract/durations';
import { emailKey, phoneKey } from '@funil/contract/person';
import type { Sale } from './sale.ts';
import { mayBeSameName } from './same-name.ts';

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

export interface Match {
  readonly matchedBy: 'reference' | 'phone' | 'email';
  readonly candidate: Candidate;
  /** How many leads and applications speak for it in that way; more than one is told to the operator. */
  readonly candidates: number;
}

/** Leads or applications of the buyer's phone, whose name and e-mail are somebody else's: an operator decides. */
export interface Suggestion {
  readonly matchedBy: null;
  readonly candidate: null;
  readonly candidates: number;
}

/** What a sale is matched by. */
interface Bought extends Pick<Sale, 'contacts' | 'begunAt'> {
  readonly buyer?: Pick<Sale['buyer'], 'name'>;
}

/** What the candidates of a sale are looked up by. */
export interface SaleKeys {
  readonly references: readonly string[];
  readonly phoneKeys: readonly string[];
  readonly emailKeys: readonly string[];
}

/**
 * How much later than its sale a lead may seem to be: platforms write minutes without their seconds,
 * and clocks differ.
 */
const CLOCKS_DIFFER = 5 * 60 * 1000;
/**
 * How long before it was stored a lead may have been sent: by a page that goes on trying, or in a month
 * that is played afterwards (`npm run simulate`). Beyond, the visitor's clock is wrong.
 */
export const OLDEST_SENT = 45 * DAY_MS;

const distinct = (keys: readonly (string | null)[]): string[] => [
  ...new Set(keys.filter((key) => key !== null).filter((key) => key !== '')),
];

export const saleKeys = ({ contacts }: Pick<Sale, 'contacts'>): SaleKeys => ({
  references: contacts.references,
  phoneKeys: distinct(contacts.phones.map(phoneKey)),
  emailKeys: distinct(contacts.emails.map(emailKey)),
});

/**
 * Which lead or application a sale came from: by reference, else phone, else e-mail; the newest before
 * the sale began, and no older than `days`. A reference is proof in itself, however old its lead is, or
 * though it seems later. A phone whose name and e-mail are somebody else's is a suggestion.
 * Null: none. Pure: asked again with more notices or leads, it answers anew.
 */
export function matchSale(
  sale: Bought,
  candidates: readonly Candidate[],
  days: number,
): Match | Suggestion | null {
  const { references, phoneKeys, emailKeys } = saleKeys(sale);
  const begun = Date.parse(sale.begunAt);
  const before = candidates.filter(
    ({ at }) => begun - Date.parse(at) <= days * DAY_MS && Date.parse(at) <= begun + CLOCKS_DIFFER,
  );
  const byPhone = before.filter((one) => one.phoneKey !== null && phoneKeys.includes(one.phoneKey));
  return (
    newest('reference', candidates, ({ ref }) => references.includes(ref)) ??
    newest('phone', byPhone, (one) => !isSomebodyElse(one, sale)) ??
    newest('email', before, (one) => one.emailKey !== null && emailKeys.includes(one.emailKey)) ??
    suggest(byPhone)
  );
}

/** Whether a lead's or an application's name differs from the buyer's, and so does its e-mail where it has one. */
function isSomebodyElse({ name, emailKey: address }: Candidate, sale: Bought): boolean {
  const isSameName = mayBeSameName(name ?? '', sale.buyer?.name ?? '');
  return isSameName === false && !(address !== null && saleKeys(sale).emailKeys.includes(address));
}

const countDistinct = (candidates: readonly Candidate[]) =>
  new Set(candidates.map(({ ref }) => ref)).size;

const suggest = (candidates: readonly Candidate[]): Suggestion | null =>
  candidates.length === 0
    ? null
    : { matchedBy: null, candidate: null, candidates: countDistinct(candidates) };

function newest(
  matchedBy: Match['matchedBy'],
  candidates: readonly Candidate[],
  speaks: (candidate: Candidate) => boolean,
): Match | null {
  const speaking = candidates.filter(speaks).toSorted(byAge);
  const candidate = speaking.at(-1);
  if (!candidate) return null;
  return { matchedBy, candidate, candidates: countDistinct(speaking) };
}

const byAge = (a: Candidate, b: Candidate) =>
  Date.parse(a.at) - Date.parse(b.at) || Number(a.ref > b.ref) - Number(a.ref < b.ref);

/**
 * When the visitor sent: the page's keys are UUIDs of version 7, whose first 48 bits are the time. A row
 * stored later by a slow retry is thus no later lead. Where the key has no time, or one that storage
 * contradicts, it is `storedAt` (ISO time in UTC).
 */
export function ownMoment(ref: string, storedAt: string): string {
  if (ref[12] !== '7') return storedAt;
  const time = Number.parseInt(ref.slice(0, 12), 16);
  const stored = Date.parse(storedAt);
  return time <= stored && stored - time <= OLDEST_SENT ? new Date(time).toISOString() : storedAt;
}

/** When the visitor sent a row, as far as its key (a UUID; null: none) tells: else `storedAt`, ISO time in UTC. */
export const sentAt = (key: string | null, storedAt: string): string =>
  key === null ? storedAt : ownMoment(referenceOf(key), storedAt);

/** A UUID as a reference: 32 hexadecimal digits in lower case. */
export const referenceOf = (uuid: string): string => uuid.replaceAll('-', '').toLowerCase();

/** A reference as the UUID that it is; null for what is none, such as of a lead without a key. */
export function uuidOf(ref: string): string | null {
  const parts = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/.exec(ref);
  return parts?.slice(1).join('-') ?? null;
}
