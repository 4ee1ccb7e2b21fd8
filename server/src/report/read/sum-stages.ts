import type { Total } from '../../visits/visit-totals.ts';
import type { AbandonmentRow, FormRow, SectionRow, StageRow, Stages } from '../model.ts';

const STAGE_OF: Readonly<Record<string, keyof Stages>> = {
  visit: 'visits',
  cta: 'cta',
  form_start: 'formStart',
  lead: 'leads',
  checkout: 'checkout',
  purchase: 'purchases',
  application: 'applications',
};

/** The funnel by day and origin, in their order. */
export function sumStages(totals: readonly Total[]): StageRow[] {
  const rows = new Map<string, StageRow>();
  for (const { day, source, medium, campaign, kind, visits } of totals) {
    const stage = Object.hasOwn(STAGE_OF, kind) ? STAGE_OF[kind] : undefined;
    if (stage === undefined) continue;
    const key = JSON.stringify([day, source, medium, campaign]);
    const row = rows.get(key) ?? {
      ...{ day, source, medium, campaign, visits: 0, cta: 0, formStart: 0 },
      ...{ leads: 0, checkout: 0, purchases: 0, applications: 0 },
    };
    row[stage] += visits;
    rows.set(key, row);
  }
  return [...rows]
    .filter(([, { visits }]) => visits > 0)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, row]) => row);
}

interface Sum {
  visits: number;
  amount: number;
}

/** Sums of one kind by label; what nobody has any more is left out. */
function sumKind(totals: readonly Total[], kind: string): Map<string, Sum> {
  const sums = new Map<string, Sum>();
  for (const total of totals) {
    if (total.kind !== kind) continue;
    const known = sums.get(total.label) ?? { visits: 0, amount: 0 };
    const sum = { visits: known.visits + total.visits, amount: known.amount + total.amount };
    sums.set(total.label, sum);
  }
  for (const [label, { visits }] of sums) if (visits <= 0) sums.delete(label);
  return sums;
}

export const sumSections = (totals: readonly Total[]): SectionRow[] =>
  [...sumKind(totals, 'section')].map(([section, { visits, amount }]) => ({
    ...{ section, visits, seconds: amount / 1000 / visits },
  }));

export function sumForms(totals: readonly Total[]): FormRow[] {
  const [started, completed] = [sumKind(totals, 'form_started'), sumKind(totals, 'form_completed')];
  const forms = [...new Set([...started.keys(), ...completed.keys()])];
  return forms
    .toSorted((a, b) => (a > b ? -1 : 1))
    .map((form) => ({
      form,
      started: started.get(form)?.visits ?? 0,
      completed: completed.get(form)?.visits ?? 0,
    }));
}

/** Where visits that never finished a form left it for the last time. */
export const sumAbandonment = (totals: readonly Total[]): AbandonmentRow[] =>
  [...sumKind(totals, 'abandoned')]
    .map(([label, { visits }]) => {
      const [form, step, field]: [string, number | null, string] = JSON.parse(label);
      return { form, step, field, visits };
    })
    .toSorted((a, b) => (a.form === b.form ? b.visits - a.visits : a.form > b.form ? -1 : 1));
