import { dayOf } from '@funil/contract/brasilia';
import type { Utms } from '@funil/contract/capture/utm';
import type { Mutable } from '@funil/contract/report/origins';
import type { ReportJson, ReportOrigin, RevenueCents } from '@funil/contract/report/report';
import type { SaleState } from '@funil/contract/sales/sale-record';
import { NO_SPLIT } from '@funil/server/sales/notices/notice';
import type { SimulatedSale } from './plan-sale.ts';
import { SIMULATORS } from './platforms/simulators.ts';

type ExpectedCents = Omit<
  RevenueCents,
  'issued_cents' | 'estimated_fees_cents' | 'unestimated_cents'
>;
type ExpectedOrigin = ExpectedCents &
  Pick<ReportOrigin, 'source' | 'medium' | 'campaign' | 'content' | 'visits' | 'leads'> &
  Pick<ReportOrigin, 'sales' | 'charges' | 'renewals'>;

export interface ExpectedReport extends Pick<ReportJson, 'sales_without_origin'> {
  readonly funnel: Omit<ReportJson['funnel'], 'buyers' | 'lead_buyers'>;
  readonly money: ExpectedCents & Pick<ReportJson['money'], 'currency'>;
  readonly origins: readonly ExpectedOrigin[];
  readonly money_without_origin: ExpectedCents;
  readonly from: string;
  readonly until: string;
  readonly truth: { readonly sales: readonly ExpectedSale[] };
}

type SalesSum = Mutable<ExpectedCents> & { sales: number; charges: number; renewals: number };
type ExpectedSale = ReturnType<typeof toExpectedSale>;

const iso = (time: number | undefined) =>
  time === undefined ? null : new Date(time).toISOString();

/** Returns a sale as `npm run sales -- --json` shows it, with its true lead. */
function toExpectedSale({ sale, owner, contacts, steps }: SimulatedSale) {
  const at = (kind: SaleState) => steps.find((step) => step.kind === kind)?.at;
  const returnedAt = at('refunded') ?? at('chargeback');
  const cart = at('abandoned') === undefined ? null : SIMULATORS[sale.platform].carts;
  const split = cart || !SIMULATORS[sale.platform].statesFees ? NO_SPLIT : sale.split;
  return {
    platform: sale.platform,
    transaction: (at('paid') !== undefined && sale.paidTransaction) || sale.saleKey,
    state: stateOf(steps.map(({ kind }) => kind)),
    value_cents: cart ? null : sale.valueCents,
    currency: 'BRL',
    method: cart?.hasMethod === false ? null : sale.method,
    product: cart?.hasProductName === false ? sale.product.id : sale.product.name,
    /** The strongest contact of the lead that a notice contains; null if no notice contains one. */
    matched_by: contacts[0] ?? null,
    /** The true lead or application, even if no notice leads to it; null if the buyer never visited the page. */
    lead_ref: owner?.ref ?? null,
    pending_at: iso(at('pending')),
    paid_at: iso(at('paid')),
    refunded_at: iso(at('refunded')),
    refunded_cents: returnedAt === undefined ? 0 : sale.valueCents,
    chargeback_at: iso(at('chargeback')),
    net_cents: split.netCents,
    fee_cents: split.feeCents,
    commission_cents: split.commissionCents,
    order_id: sale.orderId,
    subscription: sale.subscription,
    charge_number: sale.chargeNumber,
    installments: cart ? null : sale.installments,
    source: 'notice',
    contact_left: contacts.length > 0,
    contacts,
  };
}

const stateOf = (kinds: readonly SaleState[]): SaleState =>
  kinds.find((kind) => kind === 'refunded' || kind === 'chargeback') ??
  (kinds.includes('paid') ? 'paid' : (kinds.at(-1) ?? 'abandoned'));

const NO_SALES: SalesSum = {
  sales: 0,
  charges: 0,
  renewals: 0,
  paid_cents: 0,
  net_cents: 0,
  net_unknown_cents: 0,
  refunded_cents: 0,
  pending_cents: 0,
};

function addTo(sum: SalesSum, sale: ExpectedSale, column: 'sales' | 'renewals' | null) {
  const value = sale.value_cents ?? 0;
  if (sale.paid_at !== null) {
    sum.charges += 1;
    if (column !== null) sum[column] += 1;
    sum.paid_cents += value;
    if (sale.net_cents === null) sum.net_unknown_cents += value;
    else sum.net_cents += sale.net_cents;
  }
  sum.refunded_cents += sale.refunded_cents;
  if (sale.state === 'pending') sum.pending_cents += value;
}

export type Tally = ReturnType<typeof createTally>;

export function createTally() {
  const origins = new Map<string, Mutable<ExpectedOrigin>>();
  const counts = { visits: 0, leads: 0, applications: 0, checkouts: 0 };
  const sales: ExpectedSale[] = [];
  const [total, withoutOrigin] = [{ ...NO_SALES }, { ...NO_SALES }];

  function originOf(utms: Utms) {
    const { utm_source: source, utm_medium: medium, utm_campaign: campaign } = utms;
    const names = { source, medium, campaign, content: utms.utm_content };
    const key = JSON.stringify(names);
    const row = origins.get(key) ?? { ...names, visits: 0, leads: 0, ...NO_SALES };
    origins.set(key, row);
    return row;
  }

  const paid = new Set<string>();
  /** Returns the count to which a paid charge adds, if any. Must be called in the order of the payments. */
  function classifyCharge({
    platform,
    order_id,
    subscription,
    charge_number,
    paid_at,
  }: ExpectedSale) {
    if (paid_at === null) return null;
    const order = `${platform} order ${order_id}`;
    const plan = `${platform} subscription ${subscription}`;
    const isRenewal =
      charge_number === null ? subscription !== null && paid.has(plan) : charge_number > 1;
    const isKnown = paid.has(order);
    paid.add(order).add(plan);
    if (isRenewal) return 'renewals';
    return isKnown ? null : 'sales';
  }

  return {
    addVisit(utms: Utms) {
      counts.visits += 1;
      originOf(utms).visits += 1;
    },
    addLead(utms: Utms) {
      counts.leads += 1;
      originOf(utms).leads += 1;
    },
    /** Counts an application or a visit of the checkout, which the report does not split by origin. */
    add(kind: 'applications' | 'checkouts') {
      counts[kind] += 1;
    },
    addSale(simulated: SimulatedSale) {
      const { owner, contacts } = simulated;
      const sale = toExpectedSale(simulated);
      sales.push(sale);
      const column = classifyCharge(sale);
      addTo(total, sale, column);
      addTo(owner && contacts.length > 0 ? originOf(owner.utms) : withoutOrigin, sale, column);
    },
    /** @param from the first day's start, in ms since 1970 @param until the last day's end */
    toReport(from: number, until: number): ExpectedReport {
      const { sales: paid, charges, renewals, ...money } = total;
      const { sales: unknown, charges: _, renewals: __, ...money_without_origin } = withoutOrigin;
      return {
        from: dayOf(from),
        until: dayOf(until),
        funnel: {
          ...counts,
          // Pix and boletos count as issued even if they were paid or canceled later.
          pending: sales.filter(({ pending_at }) => pending_at !== null).length,
          paid,
          charges,
          renewals,
          refunded: sales.filter((sale) => (sale.refunded_at ?? sale.chargeback_at) !== null)
            .length,
          refunds_unknown: 0,
        },
        money: { currency: 'BRL', ...money },
        origins: [...origins.values()].sort((a, b) => b.visits - a.visits),
        sales_without_origin: unknown,
        money_without_origin,
        truth: { sales },
      };
    },
  };
}
