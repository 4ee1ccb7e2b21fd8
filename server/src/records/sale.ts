import type { Notice, NoticeKind, Product, Tracking } from './notice.ts';

export type SaleState = Exclude<NoticeKind, 'other'>;

/** One transaction, as all its notices together tell it. Moments are ISO times in UTC. */
export interface Sale {
  readonly saleKey: string;
  readonly transaction: string;
  readonly state: SaleState;
  /** Null where no notice tells it, or the currency is not the real. */
  readonly valueCents: number | null;
  readonly currency: string;
  readonly method: string | null;
  readonly product: Product;
  readonly buyer: {
    readonly name: string | null;
    readonly email: string | null;
    readonly phone: string | null;
  };
  readonly tracking: Tracking;
  /** Every reference, number and address that any notice has, the likeliest first. */
  readonly contacts: {
    readonly references: readonly string[];
    readonly phones: readonly string[];
    readonly emails: readonly string[];
  };
  /** The earliest moment that any notice tells: who bought had come before. */
  readonly begunAt: string;
  readonly pendingAt: string | null;
  readonly paidAt: string | null;
  readonly refundedAt: string | null;
  readonly chargebackAt: string | null;
  readonly canceledAt: string | null;
  readonly abandonedAt: string | null;
  /** Only the panel's test button or a sandbox speaks of it. */
  readonly isTest: boolean;
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
 *    back (won), as if there had been none; nothing takes back a refund.
 * 2. `paid` stands before all that follows: a boleto may be paid late, a card pass at the second try.
 * 3. `canceled` and `pending`: the one the platform wrote later, `canceled` when at once.
 * 4. `abandoned` is left where there is nothing else.
 *
 * The moment of each is its earliest. Money that came back had been paid: where that notice was lost,
 * the payment's moment is what another notice tells of it, else the moment it came back. What a sale
 * was (value, product, buyer) is told by the payment first, by the newest of equals. Notices of tests
 * count only where there are no others. Null: the notices say nothing of a sale.
 */
export function reduceSale(all: readonly Notice[]): Sale | null {
  const telling = all.filter((notice) => notice.kind !== 'other');
  const real = telling.filter((notice) => !notice.isTest);
  const notices = (real.length > 0 ? real : telling).toSorted(byTrust);
  const [first] = notices;
  if (!first?.saleKey) return null;
  const money = notices.find((notice) => notice.valueCents !== null) ?? first;
  const contacts = contactsOf(notices);
  return {
    saleKey: first.saleKey,
    transaction: transactionOf(notices) ?? first.saleKey,
    state: stateOf(notices),
    valueCents: money.valueCents,
    currency: money.currency,
    method: told(notices, (notice) => notice.method),
    product: notices.find(({ product }) => product.id ?? product.name)?.product ?? first.product,
    buyer: {
      name: told(notices, (notice) => notice.buyer.name),
      email: contacts.emails[0] ?? null,
      phone: contacts.phones[0] ?? null,
    },
    tracking: (notices.find(({ tracking }) => tracking.ref) ?? first).tracking,
    contacts,
    ...momentsOf(notices),
    isTest: real.length === 0,
  };
}

/** The likeliest first; of equals the newest, and last by all they say, so that no order is left to chance. */
function byTrust(a: Notice, b: Notice): number {
  const trust = TRUST.indexOf(a.kind) - TRUST.indexOf(b.kind);
  if (trust !== 0) return trust;
  return compare(b.noticedAt, a.noticedAt) || compare(JSON.stringify(a), JSON.stringify(b));
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

function told(notices: readonly Notice[], tell: (notice: Notice) => string | null): string | null {
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

function stateOf(notices: readonly Notice[]): SaleState {
  const refunded = written(ofKind(notices, 'refunded'));
  const chargeback = written(standingChargebacks(notices));
  if (refunded !== null && refunded > (chargeback ?? '')) return 'refunded';
  if (chargeback !== null) return 'chargeback';
  if (ofKind(notices, 'paid').length > 0) return 'paid';
  const canceled = written(ofKind(notices, 'canceled'));
  const pending = written(ofKind(notices, 'pending'));
  if (canceled !== null && canceled >= (pending ?? '')) return 'canceled';
  return pending === null ? 'abandoned' : 'pending';
}

function momentsOf(notices: readonly Notice[]) {
  const first = (kind: NoticeKind) =>
    earliest(ofKind(notices, kind).map(({ occurredAt }) => occurredAt));
  const undone = [...ofKind(notices, 'refunded'), ...standingChargebacks(notices)];
  const chargebackAt = earliest(standingChargebacks(notices).map(({ occurredAt }) => occurredAt));
  const lostPayment = earliest(undone.flatMap(({ paidAt, occurredAt }) => paidAt ?? occurredAt));
  const moments = {
    pendingAt: first('pending'),
    paidAt: first('paid') ?? lostPayment,
    refundedAt: first('refunded'),
    chargebackAt,
    canceledAt: first('canceled'),
    abandonedAt: first('abandoned'),
  };
  const begun = earliest(
    notices.map(
      ({ occurredAt, paidAt }) => earliest([occurredAt, paidAt ?? occurredAt]) ?? occurredAt,
    ),
  );
  return { ...moments, begunAt: begun ?? '' };
}
