import { hash } from 'node:crypto';
import { dayOf } from '@funil/contract/brasilia';
import type { Utms } from '@funil/contract/capture/utm';
import { VISIT_STAGES, type Visit, WEB_VITALS, type WebVital } from './visit.ts';

interface VisitContribution {
  /** `YYYY-MM-DD` in Brasília. */
  readonly day: string;
  /** Empty: all origins. */
  readonly origin: string;
  readonly kind: string;
  readonly label: string;
  /** The time in view of a section, in ms; 0 for all other kinds. */
  readonly amount: number;
}

interface VisitOrigin extends Omit<Utms, 'utm_term'> {
  readonly origin: string;
}

/** Returns a hash, because UTMs are longer than an index entry may be. */
function originKeyOf(utms: Omit<Utms, 'utm_term'>) {
  const { utm_source, utm_medium, utm_campaign, utm_content } = utms;
  const text = JSON.stringify([utm_source, utm_medium, utm_campaign, utm_content]);
  return hash('sha256', text, 'hex').slice(0, 16);
}

/** Steps of 5 % limit the error of a percentile to 2.5 %. */
const VITAL_LOG_STEP = Math.log(1.05);
const CLS_STEP = 0.005;

function vitalToLabel(metric: WebVital, value: number): string {
  const step = metric === 'CLS' ? value / CLS_STEP : Math.log(1 + value) / VITAL_LOG_STEP;
  return String(Math.round(step));
}

/** Returns ms; for CLS a number without a unit. */
export function labelToVital(metric: WebVital, label: string): number {
  const step = Number(label);
  return metric === 'CLS'
    ? Math.round(step * CLS_STEP * 1e4) / 1e4
    : Math.round(Math.exp(step * VITAL_LOG_STEP) - 1);
}

function listContributions(visit: Visit): VisitContribution[] {
  const day = dayOf(visit.began_at);
  const origin = originKeyOf(visit);
  // Vitals are counted by campaign, because by creative there would be nearly as many totals as visits.
  const campaign = originKeyOf({ ...visit, utm_content: '' });
  const { sections = {}, forms = {}, vitals = {} } = visit.detail;
  const contributions: VisitContribution[] = [];
  const add = (kind: string, contribution: Partial<VisitContribution> = {}) =>
    contributions.push({ day, origin: '', kind, label: '', amount: 0, ...contribution });
  if (visit.suspect !== null) {
    add('suspect');
    return contributions;
  }
  add('visit', { origin });
  for (const stage of VISIT_STAGES) if (visit[stage]) add(stage, { origin });
  for (const metric of WEB_VITALS) {
    const value = vitals[metric];
    if (value !== undefined) add(metric, { label: vitalToLabel(metric, value), origin: campaign });
  }
  for (const [section, ms] of Object.entries(sections))
    add('section', { label: section, amount: ms });
  for (const [form, { started, completed, left }] of Object.entries(forms)) {
    if (started) add('form_started', { label: form });
    if (completed) add('form_completed', { label: form });
    if (left && !completed)
      add('abandoned', { label: JSON.stringify([form, left.step, left.field]) });
  }
  return contributions;
}

interface TotalChange extends VisitContribution {
  visits: number;
  amount: number;
}

/** The changes of the daily totals by added and removed visits. */
export class TotalChanges {
  readonly #changes = new Map<string, TotalChange>();
  readonly #origins = new Map<string, VisitOrigin>();

  add(visit: Visit): void {
    const { utm_source, utm_medium, utm_campaign } = visit;
    for (const utm_content of [visit.utm_content, '']) {
      const utms = { utm_source, utm_medium, utm_campaign, utm_content };
      const origin = originKeyOf(utms);
      this.#origins.set(origin, { origin, ...utms });
    }
    this.#count(visit, 1);
  }

  remove(visit: Visit): void {
    this.#count(visit, -1);
  }

  #count(visit: Visit, sign: 1 | -1): void {
    for (const { amount, ...total } of listContributions(visit)) {
      const key = Object.values(total).join(' ');
      const change = this.#changes.get(key) ?? { ...total, visits: 0, amount: 0 };
      change.visits += sign;
      change.amount += sign * amount;
      this.#changes.set(key, change);
    }
  }

  changes(): TotalChange[] {
    return [...this.#changes.values()].filter(({ visits, amount }) => visits !== 0 || amount !== 0);
  }

  origins(): VisitOrigin[] {
    return [...this.#origins.values()];
  }
}
