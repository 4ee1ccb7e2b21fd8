import { compareTexts } from '@funil/contract/characters';
import type {
  ReportAbandonment,
  ReportForm,
  ReportRevenue,
  ReportSection,
  ReportVital,
} from '@funil/contract/report/report';
import { labelToVital } from '../visits/count-visit.ts';
import { WEB_VITALS } from '../visits/visit.ts';
import type { VisitPurchase, VisitTotal } from '../visits/visit-totals.ts';
import { getOrAdd } from './get-or-add.ts';
import { originKey } from './origin-rows.ts';
import { NO_STAGES, type ReportStage, type StageRow } from './stage-sums.ts';

const STAGE_BY_EVENT: Readonly<Record<string, ReportStage>> = {
  visit: 'visits',
  cta: 'cta_clicks',
  form_start: 'form_starts',
  lead: 'leads',
  checkout: 'checkouts',
  purchase: 'purchases',
  application: 'applications',
};

export function sumDailyStages(totals: readonly VisitTotal[]): StageRow[] {
  const rows = new Map<string, StageRow>();
  for (const { day, source, medium, campaign, kind, visits } of totals) {
    const stage = Object.hasOwn(STAGE_BY_EVENT, kind) ? STAGE_BY_EVENT[kind] : undefined;
    if (stage === undefined) continue;
    const key = JSON.stringify([day, source, medium, campaign]);
    getOrAdd(rows, key, () => ({ day, source, medium, campaign, ...NO_STAGES }))[stage] += visits;
  }
  return [...rows]
    .filter(([, { visits }]) => visits > 0)
    .toSorted(([a], [b]) => compareTexts(a, b))
    .map(([, row]) => row);
}

interface LabelSum {
  visits: number;
  amount: number;
}

function sumByLabel(totals: readonly VisitTotal[], kind: string): Map<string, LabelSum> {
  const sumsByLabel = new Map<string, LabelSum>();
  for (const total of totals) {
    if (total.kind !== kind) continue;
    const sum = getOrAdd(sumsByLabel, total.label, () => ({ visits: 0, amount: 0 }));
    sum.visits += total.visits;
    sum.amount += total.amount;
  }
  for (const [label, { visits }] of sumsByLabel) if (visits <= 0) sumsByLabel.delete(label);
  return sumsByLabel;
}

export const countExcludedVisits = (totals: readonly VisitTotal[]): number =>
  sumByLabel(totals, 'suspect').get('')?.visits ?? 0;

export const sumSections = (totals: readonly VisitTotal[]): ReportSection[] =>
  [...sumByLabel(totals, 'section')].map(([section, { visits, amount }]) => ({
    section,
    visits,
    seconds: amount / 1000 / visits,
  }));

export function sumForms(totals: readonly VisitTotal[]): ReportForm[] {
  const started = sumByLabel(totals, 'form_started');
  const completed = sumByLabel(totals, 'form_completed');
  return [...new Set([...started.keys(), ...completed.keys()])]
    .toSorted((a, b) => compareTexts(b, a))
    .map((form) => ({
      form,
      started: started.get(form)?.visits ?? 0,
      completed: completed.get(form)?.visits ?? 0,
    }));
}

export const sumAbandonment = (totals: readonly VisitTotal[]): ReportAbandonment[] =>
  [...sumByLabel(totals, 'abandoned')]
    .map(([label, { visits }]) => {
      const [form, step, field]: [string, number | null, string] = JSON.parse(label);
      return { form, step, field, visits };
    })
    .toSorted((a, b) => compareTexts(b.form, a.form) || b.visits - a.visits);

/** Whether `a` counts instead of `b`, another report of the transaction: by the lower value, then by the origin. */
const replacesCounted = (a: VisitPurchase, b: VisitPurchase) =>
  a.value < b.value || (a.value === b.value && originKey(a) < originKey(b));

/** A transaction counts once. */
export function sumPurchases(purchases: readonly VisitPurchase[]): ReportRevenue[] {
  const purchasesByTransaction = new Map<string, VisitPurchase>();
  for (const purchase of purchases) {
    const countedPurchase = purchasesByTransaction.get(purchase.transaction);
    if (!countedPurchase || replacesCounted(purchase, countedPurchase))
      purchasesByTransaction.set(purchase.transaction, purchase);
  }
  const revenueByOrigin = new Map<string, ReportRevenue>();
  for (const purchase of purchasesByTransaction.values()) {
    const { source, medium, campaign, currency } = purchase;
    const key = JSON.stringify([source, medium, campaign, currency]);
    const { transactions, value } = revenueByOrigin.get(key) ?? { transactions: 0, value: 0 };
    const sum = { transactions: transactions + 1, value: value + purchase.value };
    revenueByOrigin.set(key, { source, medium, campaign, currency, ...sum });
  }
  return [...revenueByOrigin.values()].toSorted((a, b) => b.value - a.value);
}

interface VitalCounts extends Pick<ReportVital, 'source' | 'medium' | 'campaign' | 'metric'> {
  readonly visitsByValue: Map<string, number>;
}

/** A visit counts with its worst value. */
export function findVitalPercentiles(totals: readonly VisitTotal[]): ReportVital[] {
  const countsByKey = new Map<string, VitalCounts>();
  for (const { source, medium, campaign, kind, label, visits } of totals) {
    const metric = WEB_VITALS.find((vital) => vital === kind);
    if (metric === undefined) continue;
    const key = JSON.stringify([source, medium, campaign, metric]);
    const origin = { source, medium, campaign };
    const { visitsByValue } = getOrAdd(countsByKey, key, () => ({
      ...origin,
      metric,
      visitsByValue: new Map(),
    }));
    visitsByValue.set(label, (visitsByValue.get(label) ?? 0) + visits);
  }
  return [...countsByKey.values()]
    .flatMap(findPercentile75)
    .toSorted((a, b) => b.samples - a.samples);
}

function findPercentile75({ visitsByValue, metric, ...origin }: VitalCounts): ReportVital[] {
  const countedValues = [...visitsByValue].filter(([, visits]) => visits > 0);
  const samples = countedValues.reduce((sum, [, visits]) => sum + visits, 0);
  const rank = Math.ceil(samples * 0.75);
  let visitsSoFar = 0;
  for (const [label, visits] of countedValues.toSorted(([a], [b]) => Number(a) - Number(b))) {
    visitsSoFar += visits;
    if (visitsSoFar >= rank)
      return [{ ...origin, metric, p75: labelToVital(metric, label), samples }];
  }
  return [];
}
