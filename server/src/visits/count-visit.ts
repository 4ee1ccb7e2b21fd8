import { createHash } from 'node:crypto';
import { DAY_MS } from '@funil/contract/durations';
import type { Utms } from '@funil/contract/utm';
import { BRASILIA_OFFSET_MS } from './brasilia.ts';
import { METRICS, type Metric, STAGES, type Visit } from './visit.ts';

/** What a visit adds to a day's total. */
interface Share {
  /** In Brasília, AAAA-MM-DD. */
  readonly day: string;
  /** Empty if the total is of all origins. */
  readonly origin: string;
  readonly kind: string;
  readonly label: string;
  readonly amount: number;
}

const days = new Map<number, string>();

/** The day of Brasília that a moment falls on. */
export function dayOf(moment: number): string {
  const number = Math.floor((moment - BRASILIA_OFFSET_MS) / DAY_MS);
  const known = days.get(number);
  if (known !== undefined) return known;
  if (days.size > 1_000) days.clear();
  const day = new Date(number * DAY_MS).toISOString().slice(0, 10);
  days.set(number, day);
  return day;
}

const origins = new Map<string, string>();

/** A short name of an origin: its UTMs are longer than an index holds. The term is not part of it. */
export function originOf(utms: Omit<Utms, 'utm_term'>): string {
  const { utm_source, utm_medium, utm_campaign, utm_content } = utms;
  const text = JSON.stringify([utm_source, utm_medium, utm_campaign, utm_content]);
  const known = origins.get(text);
  if (known !== undefined) return known;
  if (origins.size > 10_000) origins.clear();
  const origin = createHash('sha256').update(text).digest('hex').slice(0, 16);
  origins.set(text, origin);
  return origin;
}

/** Steps of 5 %: a percentile of them is half as near to the measured one. */
const VITAL_STEP = Math.log(1.05);
/** CLS is shown with two decimals. */
const CLS_STEP = 0.005;

/** The step of a scale that a vital falls on. */
export function vitalToLabel(metric: Metric, value: number): string {
  const step = metric === 'CLS' ? value / CLS_STEP : Math.log(1 + value) / VITAL_STEP;
  return String(Math.round(step));
}

export function labelToVital(metric: Metric, label: string): number {
  const step = Number(label);
  return metric === 'CLS'
    ? Math.round(step * CLS_STEP * 1e4) / 1e4
    : Math.round(Math.exp(step * VITAL_STEP) - 1);
}

/** Returns all that a visit adds to the totals. */
export function countVisit(visit: Visit): Share[] {
  const day = dayOf(visit.began_at);
  const origin = originOf(visit);
  // By campaign: by creative they would be nearly as many as the visits.
  const campaign = originOf({ ...visit, utm_content: '' });
  const { sections = {}, forms = {}, vitals = {} } = visit.detail;
  const shares: Share[] = [];
  const add = (kind: string, label = '', of = '', amount = 0) =>
    shares.push({ day, origin: of, kind, label, amount });
  add('visit', '', origin);
  for (const stage of STAGES) if (visit[stage]) add(stage, '', origin);
  for (const metric of METRICS) {
    const value = vitals[metric];
    if (value !== undefined) add(metric, vitalToLabel(metric, value), campaign);
  }
  for (const [section, ms] of Object.entries(sections)) add('section', section, '', ms);
  for (const [form, { started, completed, left }] of Object.entries(forms)) {
    if (started) add('form_started', form);
    if (completed) add('form_completed', form);
    if (left && !completed) add('abandoned', JSON.stringify([form, left.step, left.field]));
  }
  return shares;
}

/** The change of a day's total. */
type Delta = Omit<Share, 'amount'> & { visits: number; amount: number };

export interface VisitOrigin extends Omit<Utms, 'utm_term'> {
  readonly origin: string;
}

/** Gathers what visits that came, changed or went do to the totals. */
export class Tally {
  readonly #deltas = new Map<string, Delta>();
  readonly #origins = new Map<string, VisitOrigin>();

  add(visit: Visit): void {
    const { utm_source, utm_medium, utm_campaign, utm_content } = visit;
    for (const known of [utm_content, '']) {
      const utms = { utm_source, utm_medium, utm_campaign, utm_content: known };
      const origin = originOf(utms);
      this.#origins.set(origin, { origin, ...utms });
    }
    this.#count(visit, 1);
  }

  remove(visit: Visit): void {
    this.#count(visit, -1);
  }

  #count(visit: Visit, sign: 1 | -1): void {
    for (const { day, origin, kind, label, amount } of countVisit(visit)) {
      const key = `${day} ${origin} ${kind} ${label}`;
      const delta = this.#deltas.get(key);
      if (delta) {
        delta.visits += sign;
        delta.amount += sign * amount;
      } else {
        this.#deltas.set(key, { day, origin, kind, label, visits: sign, amount: sign * amount });
      }
    }
  }

  /** Those that change something. */
  deltas(): Delta[] {
    return [...this.#deltas.values()].filter(({ visits, amount }) => visits !== 0 || amount !== 0);
  }

  origins(): VisitOrigin[] {
    return [...this.#origins.values()];
  }
}
