import { DAY_MS } from '@funil/contract/durations';
import type { SaleState } from '@funil/contract/sale';
import type { MatchColumns, SaleRow } from '../store/sales-tables.ts';
import type { Notice, NoticeKind } from './notice.ts';

/** The columns of a sale's row that its notices tell. */
export type ReducedColumns = Omit<SaleRow, 'platform' | keyof MatchColumns | 'updated_at'>;

/** A sale as all its notices together tell it. */
export interface ReducedSale {
  readonly row: ReducedColumns;
  /** Every reference, number and address that any notice has, the likeliest first. */
  readonly contacts: {
    readonly references: readonly string[];
    readonly phones: readonly string[];
    readonly emails: readonly string[];
  };
  /** Refunds alone have given back all of its money. */
  readonly isRefunded: boolean;
  /** What went back before all of it did, the earliest first. */
  readonly partialRefunds: readonly PartialRefund[];
}

interface PartialRefund {
  readonly at: string;
  readonly cents: number;
}

/** Whose word counts first for what a sale was. */
const TRUST: readonly NoticeKind[] = [
  'paid',
  'refunded',
  'chargeback',
  'pending',
  'canceled',
  'abandoned',
];

/**
 * What a transaction's notices come to, in whatever order and however often they came:
 *
 * 1. `refunded` and `chargeback` stand before `paid`; of both, the one the platform wrote later, and
 *    `chargeback` when at once. A payment that the platform wrote after every chargeback takes them
 *    back (won), as if there had been none; nothing takes back a refund. Partial refunds add up, each
 *    counted once: the sale stays `paid` until they reach its value.
 * 2. `paid` stands before all that follows: a boleto may be paid late, a card pass at the second try.
 * 3. `canceled` and `pending`: the one the platform wrote later, `canceled` when at once. A pending sale
 *    is canceled by `now`, too, once it has run out: at the time its notices say, or, of a Pix or boleto,
 *    30 days after its last notice.
 * 4. `abandoned` is left where there is nothing else.
 *
 * The moment of each is its earliest. Money that came back had been paid: where that notice was lost,
 * the payment's moment is what another notice tells of it, else the moment it came back. What a sale
 * was (value, product, buyer) is told by the payment first, by the newest of equals. Notices of tests
 * count only where there are no others. Null: the notices say nothing of a sale.
 * @param now ISO time in UTC; left out, nothing runs out
 */
export function reduceSale(all: readonly Notice[], now = ''): ReducedSale | null {
  const telling = all.filter((notice) => notice.kind !== 'other');
  const real = telling.filter((notice) => !notice.isTest);
  const notices = (real.length > 0 ? real : telling).toSorted(byTrust);
  const [first] = notices;
  if (!first?.saleKey) return null;
  const money = notices.find((notice) => notice.valueCents !== null) ?? first;
  const contacts = contactsOf(notices);
  const { byRefund, inAll } = returnsOf(notices, money.valueCents);
  const stated = stateOf(notices, byRefund);
  const expiry = stated === 'pending' ? expiryOf(notices) : null;
  const isExpired = expiry !== null && expiry <= now;
  const { product } = notices.find(({ product }) => product.id ?? product.name) ?? first;
  const row: ReducedColumns = {
    sale_key: first.saleKey,
    transaction: transactionOf(notices) ?? first.saleKey,
    state: isExpired ? 'canceled' : stated,
    value_cents: money.valueCents,
    currency: money.currency,
    method: told(notices, (notice) => notice.method),
    product_id: product.id,
    product_name: product.name,
    buyer_name: told(notices, (notice) => notice.buyer.name),
    buyer_email: contacts.emails[0] ?? null,
    buyer_phone: contacts.phones[0] ?? null,
    ...momentsOf(notices, isExpired ? expiry : null),
    refunded_at: byRefund.lastAt,
    is_test: real.length === 0,
    refunded_cents: sumOf(inAll, money.valueCents),
    expires_at: isExpired ? null : expiry,
    subscription: told(notices, (notice) => notice.subscription),
    charge_number: told(notices, (notice) => notice.chargeNumber),
  };
  return { row, contacts, isRefunded: byRefund.isFull, partialRefunds: inAll.parts };
}

/** The likeliest first; of equals the newest, and last by all they say, so that no order is left to chance. */
function byTrust(a: Notice, b: Notice): number {
  const trust = TRUST.indexOf(a.kind) - TRUST.indexOf(b.kind);
  if (trust !== 0) return trust;
  return compare(b.noticedAt, a.noticedAt) || compare(JSON.stringify(a), JSON.stringify(b));
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

function told<Value>(
  notices: readonly Notice[],
  tell: (notice: Notice) => Value | null,
): Value | null {
  for (const notice of notices) {
    const value = tell(notice);
    if (value !== null) return value;
  }
  return null;
}

/** What the platform shows; the key itself only where no notice has more. */
const transactionOf = (notices: readonly Notice[]) =>
  told(notices, ({ transaction, saleKey }) => (transaction === saleKey ? null : transaction));

function contactsOf(notices: readonly Notice[]) {
  const refs = notices.map(({ tracking }) => tracking.ref).filter((ref) => ref !== null);
  const emails = notices.map(({ buyer }) => buyer.email).filter((email) => email !== null);
  return {
    references: [...new Set(refs)],
    phones: [...new Set(notices.flatMap(({ buyer }) => buyer.phones))],
    emails: [...new Set(emails)],
  };
}

const ofKind = (notices: readonly Notice[], kind: NoticeKind) =>
  notices.filter((notice) => notice.kind === kind);

const earliest = (moments: readonly string[]): string | null => moments.toSorted()[0] ?? null;
const latest = (moments: readonly string[]): string | null => moments.toSorted().at(-1) ?? null;
const written = (notices: readonly Notice[]) => latest(notices.map(({ noticedAt }) => noticedAt));

/** Chargebacks that no later payment took back. */
function standingChargebacks(notices: readonly Notice[]): Notice[] {
  const paid = written(ofKind(notices, 'paid')) ?? '';
  const chargebacks = ofKind(notices, 'chargeback');
  return paid > (written(chargebacks) ?? '') ? [] : chargebacks;
}

/** Money on its way back to the buyer. */
interface Return extends Pick<Notice, 'noticeId'> {
  readonly at: string;
  /** Null: all that is left. */
  readonly cents: number | null;
}

interface Returned {
  readonly parts: readonly PartialRefund[];
  /** When the last of it went back; null: nothing did. */
  readonly lastAt: string | null;
  readonly isFull: boolean;
}

/** What went back by refunds alone, and by refunds and chargebacks together. */
function returnsOf(notices: readonly Notice[], value: number | null) {
  const refunds = ofKind(notices, 'refunded').map(({ occurredAt, refundedCents, noticeId }) => ({
    ...{ at: occurredAt, cents: refundedCents || null, noticeId },
  }));
  const chargebacks = standingChargebacks(notices).map(({ occurredAt, noticeId }) => ({
    ...{ at: occurredAt, cents: null, noticeId },
  }));
  return {
    byRefund: addUp(refunds, value),
    inAll: addUp([...refunds, ...chargebacks], value),
  };
}

/** What went back until nothing was left; a notice that came again counts once. */
function addUp(returns: readonly Return[], value: number | null): Returned {
  const inOrder = returns.toSorted(
    (a, b) =>
      compare(a.at, b.at) ||
      (a.cents ?? Number.POSITIVE_INFINITY) - (b.cents ?? Number.POSITIVE_INFINITY) ||
      compare(a.noticeId ?? '', b.noticeId ?? ''),
  );
  const known = new Set<string>();
  const parts = new Map<string, number>();
  const list = () => [...parts].map(([at, cents]) => ({ at, cents }));
  let rest = value ?? Number.POSITIVE_INFINITY;
  for (const { at, cents, noticeId } of inOrder) {
    const names = [`${at} ${cents}`, ...(noticeId === null ? [] : [noticeId])];
    const isKnown = names.some((name) => known.has(name));
    for (const name of names) known.add(name);
    if (isKnown) continue;
    if (cents === null || cents >= rest) {
      parts.delete(at);
      return { parts: list(), lastAt: at, isFull: true };
    }
    rest -= cents;
    parts.set(at, (parts.get(at) ?? 0) + cents);
  }
  return { parts: list(), lastAt: [...parts.keys()].at(-1) ?? null, isFull: false };
}

const sumOf = ({ parts, isFull }: Returned, value: number | null): number | null =>
  isFull ? value : parts.reduce((sum, { cents }) => sum + cents, 0);

/** After so long without a word, in ms, a pending Pix or boleto has run out. */
const MAX_PENDING_MS = 30 * DAY_MS;
const EXPIRING_METHODS: readonly (string | null)[] = ['pix', 'boleto'];

/** When a pending sale runs out, by whichever of its payments lasts longest; null: never. */
const expiryOf = (notices: readonly Notice[]): string | null =>
  latest(
    ofKind(notices, 'pending').flatMap(({ expiresAt, method, noticedAt }) => {
      if (expiresAt !== null) return expiresAt;
      const end = Date.parse(noticedAt) + MAX_PENDING_MS;
      return EXPIRING_METHODS.includes(method) ? new Date(end).toISOString() : [];
    }),
  );

function stateOf(notices: readonly Notice[], byRefund: Returned): SaleState {
  const refunded = byRefund.isFull ? written(ofKind(notices, 'refunded')) : null;
  const chargeback = written(standingChargebacks(notices));
  if (refunded !== null && refunded > (chargeback ?? '')) return 'refunded';
  if (chargeback !== null) return 'chargeback';
  if (ofKind(notices, 'paid').length > 0 || byRefund.lastAt !== null) return 'paid';
  const canceled = written(ofKind(notices, 'canceled'));
  const pending = written(ofKind(notices, 'pending'));
  if (canceled !== null && canceled >= (pending ?? '')) return 'canceled';
  return pending === null ? 'abandoned' : 'pending';
}

/** @param expiredAt when it ran out; null: it did not */
function momentsOf(notices: readonly Notice[], expiredAt: string | null) {
  const first = (kind: NoticeKind) =>
    earliest(ofKind(notices, kind).map(({ occurredAt }) => occurredAt));
  const undone = [...ofKind(notices, 'refunded'), ...standingChargebacks(notices)];
  const chargebackAt = earliest(standingChargebacks(notices).map(({ occurredAt }) => occurredAt));
  const lostPayment = earliest(undone.flatMap(({ paidAt, occurredAt }) => paidAt ?? occurredAt));
  return {
    // The earliest moment that any notice tells: the buyer had come before.
    begun_at:
      earliest(notices.flatMap(({ occurredAt, paidAt }) => [occurredAt, paidAt ?? occurredAt])) ??
      '',
    pending_at: first('pending'),
    paid_at: first('paid') ?? lostPayment,
    chargeback_at: chargebackAt,
    canceled_at: earliest([first('canceled'), expiredAt].filter((moment) => moment !== null)),
    abandoned_at: first('abandoned'),
  };
}
