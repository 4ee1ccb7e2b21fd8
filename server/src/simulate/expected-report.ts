import type { Cents, ReportJson, ReportOrigin } from '@funil/contract/console/report';
import type { SaleState } from '@funil/contract/sale';
import type { Utms } from '@funil/contract/utm';
import { PLATFORMS } from '../sales/platforms/platforms.ts';
import { dayOf } from '../visits/brasilia.ts';
import type { SimulatedSale } from './plan-sale.ts';

/** The part of the report that the simulation predicts, and its sales. */
export interface ExpectedReport
  extends Pick<
    ReportJson,
    'funnel' | 'money' | 'origins' | 'sales_without_origin' | 'money_without_origin'
  > {
  readonly from: string;
  readonly until: string;
  readonly truth: { readonly sales: readonly ExpectedSale[] };
}

type Mutable<Row> = { -readonly [Column in keyof Row]: Row[Column] };
type SalesSum = Mutable<Cents> & { sales: number };
type ExpectedSale = ReturnType<typeof toExpectedSale>;

const iso = (time: number | undefined) =>
  time === undefined ? null : new Date(time).toISOString();

/** Returns a sale as `npm run sales -- --json` shows it, with its true lead. */
function toExpectedSale({ sale, owner, contacts, steps }: SimulatedSale) {
  const at = (kind: SaleState) => steps.find((step) => step.kind === kind)?.at;
  const returnedAt = at('refunded') ?? at('chargeback');
  const cart = at('abandoned') === undefined ? null : PLATFORMS[sale.platform].simulator.carts;
  return {
    platform: sale.platform,
    transaction: (at('paid') !== undefined && sale.paidTransaction) || sale.saleKey,
    state: stateOf(steps.map(({ kind }) => kind)),
    value_cents: cart ? null : sale.valueCents,
    currency: 'BRL',
    method: cart?.hasMethod === false ? null : sale.method,
    product: cart?.hasProductName === false ? sale.product.id : sale.product.name,
    /** The strongest contact that a notice carries; null if none does. */
    matched_by: contacts[0] ?? null,
    /** The true lead or application, even if no contact leads to it; null for a buyer who never visited. */
    lead_ref: owner?.ref ?? null,
    pending_at: iso(at('pending')),
    paid_at: iso(at('paid')),
    refunded_at: iso(at('refunded')),
    /** The full value or nothing: the simulation has no partial refunds. */
    refunded_cents: returnedAt === undefined ? 0 : sale.valueCents,
    chargeback_at: iso(at('chargeback')),
    contact_left: contacts.length > 0,
    contacts,
  };
}

const stateOf = (kinds: readonly SaleState[]): SaleState =>
  kinds.find((kind) => kind === 'refunded' || kind === 'chargeback') ??
  (kinds.includes('paid') ? 'paid' : (kinds.at(-1) ?? 'abandoned'));

const NO_SALES: SalesSum = { sales: 0, paid_cents: 0, refunded_cents: 0, pending_cents: 0 };

function addTo(sum: SalesSum, sale: ExpectedSale) {
  const value = sale.value_cents ?? 0;
  if (sale.paid_at !== null) {
    sum.sales += 1;
    sum.paid_cents += value;
  }
  sum.refunded_cents += sale.refunded_cents;
  if (sale.state === 'pending') sum.pending_cents += value;
}

export type Tally = ReturnType<typeof createTally>;

/** Counts a month while it is simulated. */
export function createTally() {
  const origins = new Map<string, Mutable<ReportOrigin>>();
  const counts = { visits: 0, leads: 0, applications: 0, checkouts: 0 };
  const sales: ExpectedSale[] = [];
  const [total, withoutOrigin] = [{ ...NO_SALES }, { ...NO_SALES }];

  function originOf({ utm_source, utm_medium, utm_campaign, utm_content }: Utms) {
    const key = JSON.stringify([utm_source, utm_medium, utm_campaign, utm_content]);
    const names = { source: utm_source, medium: utm_medium, campaign: utm_campaign };
    const row = origins.get(key) ?? {
      ...names,
      content: utm_content,
      visits: 0,
      leads: 0,
      ...NO_SALES,
    };
    origins.set(key, row);
    return row;
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
    addApplication() {
      counts.applications += 1;
    },
    addCheckout() {
      counts.checkouts += 1;
    },
    addSale(simulated: SimulatedSale) {
      const { owner, contacts } = simulated;
      const sale = toExpectedSale(simulated);
      sales.push(sale);
      addTo(total, sale);
      addTo(owner && contacts.length > 0 ? originOf(owner.utms) : withoutOrigin, sale);
    },
    /** @param from begin of the first day; `until`: end of the last, in ms since 1970 */
    toReport(from: number, until: number): ExpectedReport {
      const { sales: paid, ...money } = total;
      const { sales: sales_without_origin, ...money_without_origin } = withoutOrigin;
      return {
        from: dayOf(from),
        until: dayOf(until),
        funnel: {
          ...counts,
          // Pix and boletos count as issued even if they were paid or canceled later.
          pending: sales.filter(({ pending_at }) => pending_at !== null).length,
          paid,
          refunded: sales.filter((sale) => (sale.refunded_at ?? sale.chargeback_at) !== null)
            .length,
        },
        money: { currency: 'BRL', ...money },
        origins: [...origins.values()].sort((a, b) => b.visits - a.visits),
        sales_without_origin,
        money_without_origin,
        truth: { sales },
      };
    },
  };
}
