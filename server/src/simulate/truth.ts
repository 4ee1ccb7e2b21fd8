import type { SaleState } from '@funil/contract/sale';
import type { Utms } from '@funil/contract/utm';
import { PLATFORMS } from '../sales/platforms/platforms.ts';
import { dayOf } from '../visits/count-visit.ts';
import type { ToldSale } from './plan-sale.ts';

/** What was played, as a report without a mistake would tell it. */
export interface TrueReport {
  readonly from: string;
  readonly until: string;
  readonly funnel: Record<
    'visits' | 'leads' | 'applications' | 'checkouts' | 'pending' | 'paid' | 'refunded',
    number
  >;
  readonly money: { readonly currency: 'BRL' } & Money;
  readonly origins: readonly OriginRow[];
  /** Paid sales that no notice ties to anybody who was on the page. */
  readonly sales_without_origin: number;
  readonly money_without_origin: Money;
  readonly truth: { readonly sales: readonly TrueSale[] };
}

interface Money {
  paid_cents: number;
  refunded_cents: number;
  pending_cents: number;
}

interface OriginRow extends Money {
  readonly source: string;
  readonly medium: string;
  readonly campaign: string;
  readonly content: string;
  visits: number;
  leads: number;
  sales: number;
}

type Told = ReturnType<typeof describeSale>;
export type TrueSale = Told;

const iso = (time: number | undefined) =>
  time === undefined ? null : new Date(time).toISOString();

/** A sale in the words of `npm run sales -- --json`, and whose it truly is. */
function describeSale({ sale, owner, contacts, steps }: ToldSale) {
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

const NO_MONEY: Money = { paid_cents: 0, refunded_cents: 0, pending_cents: 0 };

function moneyOf({ state, value_cents, paid_at, refunded_cents }: Told): Money {
  const value = value_cents ?? 0;
  return {
    paid_cents: paid_at === null ? 0 : value,
    refunded_cents,
    pending_cents: state === 'pending' ? value : 0,
  };
}

function addMoney(sum: Money, money: Money) {
  sum.paid_cents += money.paid_cents;
  sum.refunded_cents += money.refunded_cents;
  sum.pending_cents += money.pending_cents;
}

export type Truth = ReturnType<typeof createTruth>;

/** Counts a month while it is made. */
export function createTruth() {
  const origins = new Map<string, OriginRow>();
  const counts = { visits: 0, leads: 0, applications: 0, checkouts: 0 };
  const told: { sale: Told; utms: Utms | null }[] = [];

  function originOf({ utm_source, utm_medium, utm_campaign, utm_content }: Utms): OriginRow {
    const key = JSON.stringify([utm_source, utm_medium, utm_campaign, utm_content]);
    const known = origins.get(key);
    if (known) return known;
    const names = { source: utm_source, medium: utm_medium, campaign: utm_campaign };
    const row = { ...names, content: utm_content, visits: 0, leads: 0, sales: 0, ...NO_MONEY };
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
    sold(one: ToldSale) {
      const utms = one.contacts.length > 0 ? (one.owner?.utms ?? null) : null;
      told.push({ sale: describeSale(one), utms });
    },
    /** @param from the first moment played; `until` the last, in ms since the epoch */
    tell(from: number, until: number): TrueReport {
      const money = { currency: 'BRL' as const, ...NO_MONEY };
      const without = { ...NO_MONEY };
      let salesWithout = 0;
      for (const { sale, utms } of told) {
        const sums = utms === null ? without : originOf(utms);
        for (const sum of [money, sums]) addMoney(sum, moneyOf(sale));
        if (sale.paid_at === null) continue;
        if (utms === null) salesWithout += 1;
        else originOf(utms).sales += 1;
      }
      const sales = told.map(({ sale }) => sale);
      return {
        from: dayOf(from),
        until: dayOf(until),
        funnel: { ...counts, ...countSales(sales) },
        money,
        origins: [...origins.values()].sort((a, b) => b.visits - a.visits),
        sales_without_origin: salesWithout,
        money_without_origin: without,
        truth: { sales },
      };
    },
  };
}

/** `pending`: a Pix or boleto was issued, whatever came of it. `refunded`: money went back. */
const countSales = (sales: readonly Told[]) => ({
  pending: sales.filter(({ pending_at }) => pending_at !== null).length,
  paid: sales.filter(({ paid_at }) => paid_at !== null).length,
  refunded: sales.filter(
    ({ refunded_at, chargeback_at }) => (refunded_at ?? chargeback_at) !== null,
  ).length,
});
