import type { CreativeOrigin } from '@funil/contract/ads/origin-levels';
import { compareTexts } from '@funil/contract/characters';
import type { Mutable } from '@funil/contract/report/origins';
import type { RevenueTotals } from '@funil/contract/report/report';
import { choiceKey } from '../contacts/list/count-choices.ts';
import { getOrAdd } from './get-or-add.ts';
import type { CreativeSpend } from './join-spend.ts';
import type { CreativeCost } from './judge-creatives.ts';
import {
  type DailyMoney,
  type MoneyTotals,
  type NamedMoney,
  NO_MONEY,
  sumMoney,
} from './money-totals.ts';
import { creativeKey, makeOriginRow, type OriginRow, originKey } from './origin-rows.ts';
import type { ReportedSale } from './read-sales.ts';

export class MoneyGroups {
  readonly origins = new Map<string, OriginRow>();
  readonly #platforms = new Map<string, NamedMoney>();
  readonly #products = new Map<string, NamedMoney>();
  readonly #daily = new Map<string, DailyMoney>();
  readonly #withoutOrigin = { ...NO_MONEY };

  /** @param day the charge's day, or its lead's in a report by lead */
  sumsOf(sale: ReportedSale, creative: CreativeOrigin | null, day: string): MoneyTotals[] {
    return [
      this.#originSum(creative),
      namedSum(this.#platforms, sale.platform),
      namedSum(this.#products, sale.product),
      this.#dailySum(day, creative),
    ];
  }

  originRow(creative: CreativeOrigin): OriginRow {
    return getOrAdd(this.origins, creativeKey(creative), () => makeOriginRow(creative));
  }

  #originSum(creative: CreativeOrigin | null): MoneyTotals {
    return creative ? this.originRow(creative) : this.#withoutOrigin;
  }

  #dailySum(day: string, creative: CreativeOrigin | null): DailyMoney {
    return getOrAdd(this.#daily, day + (creative ? originKey(creative) : ''), () => {
      const { source = '', medium = '', campaign = '' } = creative ?? {};
      return { day, origin: creative && { source, medium, campaign }, ...NO_MONEY };
    });
  }

  addSpend(rows: Iterable<CreativeSpend>, matureBefore: string) {
    const costsByCreative = new Map<string, Mutable<CreativeCost>>();
    for (const { day, creative, spend_cents, cost_cents } of rows) {
      if (creative) {
        const key = creativeKey(creative);
        const cost = getOrAdd(costsByCreative, key, () => ({ matureCost: 0, since: day }));
        if (day < matureBefore) cost.matureCost += cost_cents;
        if (day < cost.since) cost.since = day;
      }
      for (const sum of [this.#originSum(creative), this.#dailySum(day, creative)]) {
        sum.spend_cents += spend_cents;
        sum.cost_cents += cost_cents;
      }
    }
    return costsByCreative;
  }

  list() {
    const origins = [...this.origins.values()];
    const daily = [...this.#daily.values()];
    return {
      origins,
      daily,
      total: sumMoney([...origins, this.#withoutOrigin]),
      withoutOrigin: this.#withoutOrigin,
      platforms: [...this.#platforms.values()].sort(byGross),
      products: joinByName(this.#products.values(), ({ name }) => choiceKey(name)).sort(byGross),
      days: joinByName(
        daily.map((row) => ({ ...row, name: row.day })),
        ({ name }) => name,
      ).sort((a, b) => compareTexts(a.name, b.name)),
    };
  }
}

const namedSum = (sumsByName: Map<string, NamedMoney>, name: string): NamedMoney =>
  getOrAdd(sumsByName, name, () => ({ name, ...NO_MONEY }));

const joinByName = (rows: Iterable<NamedMoney>, keyOf: (row: NamedMoney) => string): NamedMoney[] =>
  [...Map.groupBy(rows, keyOf).values()].map((group) => ({
    name: group[0]?.name ?? '',
    ...sumMoney(group),
  }));

const byGross = (a: RevenueTotals, b: RevenueTotals) =>
  b.paid_cents - a.paid_cents || b.sales - a.sales || b.pending - a.pending;
