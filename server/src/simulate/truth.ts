import type { Cents, ReportJson, ReportOrigin } from '@funil/contract/console/report';
import type { SaleState } from '@funil/contract/sale';
import type { Utms } from '@funil/contract/utm';
import { PLATFORMS } from '../sales/platforms/platforms.ts';
import { dayOf } from '../visits/brasilia.ts';
import type { SimulatedSale } from './plan-sale.ts';

type Told = 'funnel' | 'money' | 'origins' | 'sales_without_origin' | 'money_without_origin';

/** What was played, as a report without a mistake would tell it. */
export interface TrueReport extends Pick<ReportJson, Told> {
  readonly from: string;
  readonly until: string;
  readonly truth: { readonly sales: readonly TrueSale[] };
}

type Mutable<Row> = { -readonly [Column in keyof Row]: Row[Column] };
type Money = Mutable<Cents>;
type OriginRow = Mutable<ReportOrigin>;
type TrueSale = ReturnType<typeof describeSale>;

const iso = (time: number | undefined) =>
  time === undefined ? null : new Date(time).toISOString();

/** A sale in the words of `npm run sales -- --json`, and whose it truly is. */
function describeSale({ sale, owner, contacts, steps }: SimulatedSale) {
  const at = (kind: SaleState) => steps.find((step) => step.kind === kind)?.at;
  const isCart = at('abandoned') !== undefined;
  const cart = isCart ? PLATFORMS[sale.platform].checkout.carts : null;
  return {
    platform: sale.platform,
    transaction: (at('paid') !== undefined && sale.paidTransaction) || sale.saleKey,
    state: stateOf(steps.map(({ kind }) => kind)),
    value_cents: isCart ? null : sale.valueCents,
    currency: 'BRL',
    method: cart?.hasMethod === false ? null : sale.method,
    product: cart?.hasProductName === false ? sale.product.id : sale.product.name,
    /** The surest contact that is left; null: there is none. */
    matched_by: contacts[0] ?? null,
    /** Whose it truly is, whether a contact is left or not; null: nobody's who was on the page. */
    lead_ref: owner?.ref ?? null,
    pending_at: iso(at('pending')),
    paid_at: iso(at('paid')),
    refunded_at: iso(at('refunded')),
    /** All or nothing: partial refunds are not played. */
    refunded_cents: (at('refunded') ?? at('chargeback')) === undefined ? 0 : sale.valueCents,
    chargeback_at: iso(at('chargeback')),
    contact_left: contacts.length > 0,
    contacts,
  };
}

function stateOf(kinds: readonly SaleState[]): SaleState {
  const isPaid = kinds.includes('paid');
  const undone = kinds.find((kind) => kind === 'refunded' || kind === 'chargeback');
  return undone ?? (isPaid ? 'paid' : (kinds.at(-1) ?? 'abandoned'));
}

const NO_MONEY = { sales: 0, paid_cents: 0, refunded_cents: 0, pending_cents: 0 };

/** Adds what a sale came to; `sales`: those that were paid. */
function addSale(sum: Money & { sales: number }, sale: TrueSale) {
  const value = sale.value_cents ?? 0;
  if (sale.paid_at !== null) {
    sum.sales += 1;
    sum.paid_cents += value;
  }
  sum.refunded_cents += sale.refunded_cents;
  if (sale.state === 'pending') sum.pending_cents += value;
}

export type Truth = ReturnType<typeof createTruth>;

/** Counts a month while it is made. */
export function createTruth() {
  const origins = new Map<string, OriginRow>();
  const counts = { visits: 0, leads: 0, applications: 0, checkouts: 0 };
  const told: { sale: TrueSale; utms: Utms | null }[] = [];

  function originOf({ utm_source, utm_medium, utm_campaign, utm_content }: Utms): OriginRow {
    const key = JSON.stringify([utm_source, utm_medium, utm_campaign, utm_content]);
    const names = { source: utm_source, medium: utm_medium, campaign: utm_campaign };
    const row = origins.get(key) ?? {
      ...{ ...names, content: utm_content, visits: 0, leads: 0, ...NO_MONEY },
    };
    origins.set(key, row);
    return row;
  }

  return {
    visited(utms: Utms) {
      counts.visits += 1;
      originOf(utms).visits += 1;
    },
    leftLead(utms: Utms) {
      counts.leads += 1;
      originOf(utms).leads += 1;
    },
    applied() {
      counts.applications += 1;
    },
    reachedCheckout() {
      counts.checkouts += 1;
    },
    sold(one: SimulatedSale) {
      const utms = one.contacts.length > 0 ? (one.owner?.utms ?? null) : null;
      told.push({ sale: describeSale(one), utms });
    },
    /** @param from the first moment played; `until` the last, in ms since the epoch */
    tell(from: number, until: number): TrueReport {
      const [all, unknown] = [{ ...NO_MONEY }, { ...NO_MONEY }];
      for (const { sale, utms } of told) {
        addSale(all, sale);
        addSale(utms === null ? unknown : originOf(utms), sale);
      }
      const sales = told.map(({ sale }) => sale);
      const { sales: paid, ...money } = all;
      const { sales: sales_without_origin, ...money_without_origin } = unknown;
      return {
        from: dayOf(from),
        until: dayOf(until),
        funnel: {
          ...counts,
          // A Pix or boleto was issued, whatever came of it.
          pending: sales.filter(({ pending_at }) => pending_at !== null).length,
          paid,
          refunded: sales.filter((sale) => (sale.refunded_at ?? sale.chargeback_at) !== null)
            .length,
        },
        money: { currency: 'BRL', ...money },
        origins: [...origins.values()].sort((a, b) => b.visits - a.visits),
        ...{ sales_without_origin, money_without_origin },
        truth: { sales },
      };
    },
  };
}
