import { UTM_FIELDS, type Utms } from '@funil/contract/capture/utm';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@funil/contract/durations';
import type { PlatformName } from '@funil/contract/sales/platforms';
import type { SaleState } from '@funil/contract/sales/sale-record';
import type { PlannedNotice, PlannedSale } from './platforms/simulator.ts';
import { SIMULATORS } from './platforms/simulators.ts';
import { type Random, type RandomStreams, randomUuid } from './random.ts';
import type { People, Person } from './visitors.ts';

/** A change of a sale's state; `at` in ms since 1970. */
interface SaleStep {
  readonly kind: SaleState;
  readonly at: number;
}

export interface SaleOwner {
  readonly source: 'lead' | 'application';
  readonly ref: string;
  readonly utms: Utms;
}

export interface SimulatedSale {
  readonly sale: PlannedSale;
  /** Null for a buyer who never visited the page. */
  readonly owner: SaleOwner | null;
  /** Which of the owner's reference, phone and e-mail at least one notice contains, the strongest first. */
  readonly contacts: readonly ('reference' | 'phone' | 'email')[];
  readonly steps: readonly SaleStep[];
  readonly notices: readonly PlannedNotice[];
}

export interface Purchase {
  readonly buyer: Person;
  readonly owner: SaleOwner | null;
  /** When the buyer sent the checkout or left it, in ms since 1970. */
  readonly at: number;
  readonly isCart: boolean;
}

interface PlannerOptions {
  readonly random: RandomStreams;
  readonly people: People;
  readonly platforms: readonly PlatformName[];
  /** The end of the month, in ms since 1970; later steps do not happen. */
  readonly until: number;
}

/** Shares of an affiliate or co-producer in the price without the platform's fee; four in five sales have none. */
const COMMISSIONS = [0, 0, 0, 0, 0.4];
const COMMUNITY_OFFER = {
  product: { id: '4417021', name: 'Engrena IA - Comunidade' },
  /** Full price, two coupons, and prices that a binary fraction cannot hold. */
  priceCents: [149_700, 149_700, 149_700, 134_730, 119_760, 149_710, 100_829],
  commissions: COMMISSIONS,
};
const MENTORING_OFFER = {
  product: { id: '4417088', name: 'Mentoria de marca pessoal' },
  priceCents: [980_000],
  commissions: [0.3],
};
/** A weekly subscription, so that a month has renewals. */
const CLUB_OFFER = {
  product: { id: '4417099', name: 'Clube semanal' },
  priceCents: [9_790],
  commissions: COMMISSIONS,
};
const CLUB_INTERVAL_MS = 7 * DAY_MS;
const SUBSCRIPTION_SHARE = 0.3;
const RENEWAL_SHARE = 0.85;
const BUMP_PRODUCT = { id: '4417077', name: 'Planilhas prontas' };
const BUMP_CENTS = 4_710;
const BUMP_SHARE = 0.25;
const NO_UTMS = Object.fromEntries(UTM_FIELDS.map((field) => [field, ''])) as Utms;

/** Shares of sales: no notice has the reference, or only notices from the payment on have it. */
const LOST_REFERENCE_SHARE = 0.2;
const LATE_REFERENCE_SHARE = 0.05;
const OTHER_PHONE_SHARE = 0.1;
const OTHER_EMAIL_SHARE = 0.1;
const LOST_PENDING_NOTICE_SHARE = 0.03;

interface Planner extends PlannerOptions {
  readonly nextNumber: () => number;
}

/** The returned function plans no sale that would begin after the month's end, and no cart without a notice. */
export function createSalePlanner(options: PlannerOptions) {
  const { behavior, identity } = options.random;
  let lastNumber = identity.between(100_000_000, 900_000_000);
  const nextNumber = () => {
    lastNumber += 1;
    return lastNumber;
  };
  const planner: Planner = { ...options, nextNumber };
  return (purchase: Purchase): SimulatedSale[] => {
    const main = planMain(planner, purchase);
    if (main === null) return [];
    const { platform, product } = main.sale;
    if (product === CLUB_OFFER.product) return [main, ...planRenewals(planner, main)];
    const hasBump =
      !purchase.isCart && SIMULATORS[platform].hasBumps && behavior.chance(BUMP_SHARE);
    return hasBump ? [main, planBump(planner, main)] : [main];
  };
}

function planMain(planner: Planner, purchase: Purchase): SimulatedSale | null {
  const { behavior, identity } = planner.random;
  if (planner.platforms.length === 0) return null;
  const { owner, isCart, buyer } = purchase;
  const sale = planCharge(planner, purchase);
  if (!sale) return null;
  const steps = planSteps(planner, sale, isCart);
  if (steps.length === 0) return null;
  const hasReference = !isCart || SIMULATORS[sale.platform].carts?.hasReference;
  const reference = owner && hasReference ? owner.ref.replaceAll('-', '') : null;
  const draw = behavior.next();
  let paidAt: number | null = null;
  const notices = steps.map(({ kind, at }): PlannedNotice => {
    if (kind === 'paid') paidAt = at;
    const isLost =
      draw < LOST_REFERENCE_SHARE ||
      (draw < LOST_REFERENCE_SHARE + LATE_REFERENCE_SHARE && paidAt === null);
    const id = randomUuid(identity);
    return { sale, kind, at, paidAt, reference: isLost ? null : reference, id };
  });
  return { sale, owner, steps, notices, contacts: contactsOf({ sale, owner, notices }, buyer) };
}

function planCharge(
  { random, people, platforms, nextNumber }: Planner,
  { buyer: person, owner, at, isCart }: Purchase,
): PlannedSale | null {
  const { behavior, identity } = random;
  const platform = behavior.pick(platforms);
  const { timestampPrecisionMs, methods, carts, createSaleIds, hasChargeNumbers } =
    SIMULATORS[platform];
  if (isCart && carts === null) return null;
  const digits = { number: nextNumber(), uuid: randomUuid(identity) };
  const buyer = {
    name: person.name,
    phone: behavior.chance(OTHER_PHONE_SHARE) ? people.makePhone() : person.phone,
    email: behavior.chance(OTHER_EMAIL_SHARE) ? people.makePerson().email : person.email,
  };
  const takesClub = hasChargeNumbers !== null && !isCart && behavior.chance(SUBSCRIPTION_SHARE);
  const offer = takesClub ? CLUB_OFFER : COMMUNITY_OFFER;
  const { product, priceCents, commissions } =
    owner?.source === 'application' ? MENTORING_OFFER : offer;
  const isClub = product === CLUB_OFFER.product;
  const names = isCart
    ? { saleKey: carts?.nameCart(digits, buyer.email) ?? '' }
    : { subscription: isClub ? `SUB${digits.number}` : null, ...createSaleIds(digits) };
  const valueCents = behavior.pick(priceCents);
  const { method } = behavior.weighted(methods);
  return {
    platform,
    orderId: names.saleKey,
    subscription: null,
    ...names,
    ...digits,
    chargeNumber: isClub && hasChargeNumbers ? 1 : null,
    product,
    valueCents,
    split: planSplit(valueCents, behavior.pick(commissions)),
    installments: method === 'credit_card' ? behavior.pick([1, 3, 12]) : 1,
    method,
    buyer,
    utms: owner?.utms ?? NO_UTMS,
    createdAt: Math.floor(at / timestampPrecisionMs) * timestampPrecisionMs,
  };
}

function planSteps({ random, until }: Planner, sale: PlannedSale, isCart: boolean): SaleStep[] {
  const { behavior } = random;
  const steps: SaleStep[] = isCart
    ? [{ kind: 'abandoned', at: sale.createdAt }]
    : planPayment(sale, behavior);
  const isPendingLost = steps.length > 1 && behavior.chance(LOST_PENDING_NOTICE_SHARE);
  return steps.filter(
    ({ kind, at }) => at <= until - MINUTE_MS && !(isPendingLost && kind === 'pending'),
  );
}

function nameNext({ random, nextNumber }: Planner, { platform }: PlannedSale) {
  const digits = { number: nextNumber(), uuid: randomUuid(random.identity) };
  return { ...SIMULATORS[platform].createSaleIds(digits), ...digits };
}

function planBump(planner: Planner, main: SimulatedSale): SimulatedSale {
  const sale: PlannedSale = {
    ...main.sale,
    ...nameNext(planner, main.sale),
    orderId: main.sale.orderId,
    product: BUMP_PRODUCT,
    valueCents: BUMP_CENTS,
    split: planSplit(BUMP_CENTS, 0),
  };
  const { identity } = planner.random;
  const notices = main.notices.map((notice) => ({ ...notice, sale, id: randomUuid(identity) }));
  return { ...main, sale, notices };
}

function planRenewals(planner: Planner, first: SimulatedSale): SimulatedSale[] {
  const { behavior, identity } = planner.random;
  const lastAt = planner.until - MINUTE_MS;
  const paidAt = first.steps.find(({ kind }) => kind === 'paid')?.at;
  if (paidAt === undefined || first.steps.at(-1)?.kind !== 'paid') return [];
  const { hasChargeNumbers } = SIMULATORS[first.sale.platform];
  const reference = first.notices.find((notice) => notice.reference !== null)?.reference ?? null;
  const renewals: SimulatedSale[] = [];
  let at = paidAt + CLUB_INTERVAL_MS;
  for (; at <= lastAt && behavior.chance(RENEWAL_SHARE); at += CLUB_INTERVAL_MS) {
    const names = nameNext(planner, first.sale);
    const sale: PlannedSale = {
      ...first.sale,
      orderId: names.saleKey,
      ...names,
      subscription: first.sale.subscription,
      chargeNumber: hasChargeNumbers ? renewals.length + 2 : null,
      createdAt: at,
    };
    const kind = 'paid' as const;
    const notice = { sale, kind, at, paidAt: at, reference, id: randomUuid(identity) };
    renewals.push({ ...first, sale, steps: [{ kind, at }], notices: [notice] });
  }
  return renewals;
}

/** @param commission share of the price without the platform's fee, from 0 to 1 */
function planSplit(valueCents: number, commission: number): PlannedSale['split'] {
  const feeCents = Math.round(valueCents * 0.099) + 100;
  const commissionCents = Math.round((valueCents - feeCents) * commission);
  return { netCents: valueCents - feeCents - commissionCents, feeCents, commissionCents };
}

function contactsOf(
  { sale, owner, notices }: Pick<SimulatedSale, 'sale' | 'owner' | 'notices'>,
  buyer: Person,
): SimulatedSale['contacts'] {
  if (!owner) return [];
  const isShared = {
    reference: notices.some(({ reference }) => reference !== null),
    phone: sale.buyer.phone === buyer.phone,
    // Simulated leads give no e-mail address.
    email: owner.source === 'application' && sale.buyer.email === buyer.email,
  };
  return (['reference', 'phone', 'email'] as const).filter((kind) => isShared[kind]);
}

/** Plans a sale's steps from the checkout on, in order, including steps after the month's end. */
function planPayment({ platform, method, createdAt }: PlannedSale, behavior: Random): SaleStep[] {
  const { timestampPrecisionMs, sendsExpiry, datesRefunds, hasChargebacks } = SIMULATORS[platform];
  const steps: SaleStep[] = [];
  const add = (kind: SaleState, at: number) => {
    if (!datesRefunds && (kind === 'refunded' || kind === 'canceled')) return;
    steps.push({
      kind,
      at: Math.max(
        Math.floor(at / timestampPrecisionMs) * timestampPrecisionMs,
        steps.at(-1)?.at ?? 0,
      ),
    });
  };
  const pay = (at: number) => {
    add('paid', at);
    if (behavior.chance(0.07)) add('refunded', at + behavior.between(HOUR_MS, 7 * DAY_MS));
    else if (method === 'credit_card' && hasChargebacks && behavior.chance(0.05)) {
      add('chargeback', at + behavior.between(4 * DAY_MS, 18 * DAY_MS));
    }
  };
  if (method === 'credit_card') {
    const at = createdAt + behavior.between(2 * SECOND_MS, MINUTE_MS);
    if (behavior.chance(0.12)) add('canceled', at);
    else pay(at);
    return steps;
  }
  add('pending', createdAt);
  const [soonest, latest, lifetime] =
    method === 'pix' ? [MINUTE_MS, 25 * MINUTE_MS, DAY_MS] : [6 * HOUR_MS, 3 * DAY_MS, 4 * DAY_MS];
  if (behavior.chance(method === 'pix' ? 0.8 : 0.55)) {
    pay(createdAt + behavior.between(soonest, latest));
  } else if (behavior.chance(0.7)) {
    if (sendsExpiry) add('canceled', createdAt + lifetime);
    // Banks accept a boleto some days after its due date.
    if (method === 'boleto' && behavior.chance(0.2)) {
      pay(createdAt + lifetime + behavior.between(HOUR_MS, DAY_MS));
    }
  }
  return steps;
}
