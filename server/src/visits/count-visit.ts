import { hash } from 'node:crypto';
import { dayOf } from '@funil/contract/brasilia';
import type { Utms } from '@funil/contract/utm';
import { VISIT_STAGES, type Visit, WEB_VITALS, type WebVital } from './visit.ts';

/** A visit's contribution to one daily total. */
interface Contribution {
  /** Day of Brasília, `AAAA-MM-DD`. */
  readonly day: string;
  /** Empty if the total is of all origins. */
  readonly origin: string;
  readonly kind: string;
  readonly label: string;
  readonly amount: number;
}

/** The UTMs that totals distinguish; `origin` is the key that {@link originKeyOf} returns for them. */
export interface VisitOrigin extends Omit<Utms, 'utm_term'> {
  readonly origin: string;
}

/** Returns the key of an origin: a hash, because UTMs are longer than an index entry may be. */
function originKeyOf({
  utm_source,
  utm_medium,
  utm_campaign,
  utm_content,
}: Omit<Utms, 'utm_term'>) {
  const text = JSON.stringify([utm_source, utm_medium, utm_campaign, utm_content]);
  return hash('sha256', text, 'hex').slice(0, 16);
}

/** Vitals are counted in steps of 5 %, which limits the error of a percentile to 2.5 %. */
const VITAL_STEP = Math.log(1.05);
/** Finer than the two decimals that the console shows. */
const CLS_STEP = 0.005;

function vitalToLabel(metric: WebVital, value: number): string {
  const step = metric === 'CLS' ? value / CLS_STEP : Math.log(1 + value) / VITAL_STEP;
  return String(Math.round(step));
}

/** Returns the value of a metric, in ms (CLS without a unit), from the label of its total. */
export function labelToVital(metric: WebVital, label: string): number {
  const step = Number(label);
  return metric === 'CLS'
    ? Math.round(step * CLS_STEP * 1e4) / 1e4
    : Math.round(Math.exp(step * VITAL_STEP) - 1);
}

function listContributions(visit: Visit): Contribution[] {
  const day = dayOf(visit.began_at);
  const origin = originKeyOf(visit);
  // Vitals are counted by campaign, because by creative there would be nearly as many totals as visits.
  const campaign = originKeyOf({ ...visit, utm_content: '' });
  const { sections = {}, forms = {}, vitals = {} } = visit.detail;
  const contributions: Contribution[] = [];
  const addContribution = (kind: string, label = '', originKey = '', amount = 0) =>
    contributions.push({ day, origin: originKey, kind, label, amount });
  if (visit.suspect !== null) {
    addContribution('suspect');
    return contributions;
  }
  addContribution('visit', '', origin);
  for (const stage of VISIT_STAGES) if (visit[stage]) addContribution(stage, '', origin);
  for (const metric of WEB_VITALS) {
    const value = vitals[metric];
    if (value !== undefined) addContribution(metric, vitalToLabel(metric, value), campaign);
  }
  for (const [section, ms] of Object.entries(sections)) addContribution('section', section, '', ms);
  for (const [form, { started, completed, left }] of Object.entries(forms)) {
    if (started) addContribution('form_started', form);
    if (completed) addContribution('form_completed', form);
    if (left && !completed)
      addContribution('abandoned', JSON.stringify([form, left.step, left.field]));
  }
  return contributions;
}

interface TotalChange extends Contribution {
  visits: number;
  amount: number;
}

/** Collects how added and removed visits change the daily totals. */
export class Tally {
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

  /** Returns the totals that change. */
  changes(): TotalChange[] {
    return [...this.#changes.values()].filter(({ visits, amount }) => visits !== 0 || amount !== 0);
  }

  /** Returns the origins of the added visits. */
  origins(): VisitOrigin[] {
    return [...this.#origins.values()];
  }
}
