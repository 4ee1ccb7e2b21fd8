import type { ButtonClick } from '@funil/contract/capture/journey';
import type { Utms } from '@funil/contract/capture/utm';
import { MINUTE_MS, SECOND_MS } from '@funil/contract/durations';
import { sectionNames } from '@funil/contract/site/sections';
import type { EventName, EventPayloads, EventRow } from '@funil/contract/visits/event';
import { makeEventRow } from '@funil/contract/visits/event-rows';
import { type Random, type RandomStreams, randomDigits, timeUuid } from './random.ts';
import type { Link } from './sources.ts';

export interface Visit {
  readonly events: readonly EventRow[];
  readonly clicks: readonly ButtonClick[];
  readonly startedAt: number;
  /** Ms since 1970. */
  now(): number;
  wait(minMs: number, maxMs: number): void;
  record<Name extends EventName>(name: Name, payload: EventPayloads[Name]): void;
  openForm(label: string, section: string, opens: string): void;
}

export function startVisit(random: RandomStreams, utms: Utms, startedAt: number): Visit {
  const sessionId = timeUuid(random.identity, startedAt);
  const events: EventRow[] = [];
  const clicks: ButtonClick[] = [];
  let time = startedAt;
  function record<Name extends EventName>(name: Name, payload: EventPayloads[Name]) {
    const id = timeUuid(random.identity, time);
    events.push(makeEventRow({ id, sessionId, name, payload, time, utms }));
    // No two events of a visit share a time, so that their order is known.
    time += 1;
  }
  return {
    events,
    clicks,
    startedAt,
    now: () => time,
    wait(minMs, maxMs) {
      time += random.behavior.between(minMs, maxMs);
    },
    record,
    openForm(label, section, opens) {
      clicks.push({ botao: label, timestamp: new Date(time).toISOString(), secao: section });
      record('click', { button_name: label, section });
      record('cta_click', { button_name: label, section, opens });
      const delay = random.behavior.between(24, 260);
      record('web_vital', { metric: 'INP', value: delay, rating: rateVital(delay, 200, 500) });
    },
  };
}

const SECTIONS = ['hero', ...sectionNames, 'footer'];

const VIDEO = { title: 'Como vendi o primeiro projeto', section: 'videos' };

/** Records the arrival; the first event carries the referrer and the ad's click id. */
export function recordArrival(
  visit: Visit,
  { behavior, identity }: RandomStreams,
  { referrer, clickIdName }: Link,
): void {
  const click =
    clickIdName && behavior.chance(0.9)
      ? { [clickIdName]: `simulado-${randomDigits(identity, 16)}` }
      : {};
  visit.record('session_start', { ...(referrer && { referrer_host: referrer }), ...click });
  visit.wait(1100, 4000);
  visit.record('page_view', {
    page_title: 'Engrena IA - Comunidade de IA',
    page_location: 'https://engrena.example/',
  });
}

/** Scrolls down until the visitor loses interest. @returns the last section read */
export function readPage(visit: Visit, behavior: Random, { interest }: Link): string {
  const paint = behavior.between(700, 4600);
  visit.record('web_vital', { metric: 'LCP', value: paint, rating: rateVital(paint, 2500, 4000) });
  const shift = behavior.between(0, 900) / 10_000;
  visit.record('web_vital', { metric: 'CLS', value: shift, rating: rateVital(shift, 0.1, 0.25) });
  for (const section of SECTIONS) {
    viewSection(visit, behavior, section);
    if (section === VIDEO.section && behavior.chance(0.12)) {
      visit.record('video_start', VIDEO);
      visit.record('video_play', VIDEO);
      visit.wait(10 * SECOND_MS, 5 * MINUTE_MS);
    }
    if (behavior.chance(0.3 / Math.sqrt(interest))) return section;
  }
  return SECTIONS.at(-1) ?? '';
}

function viewSection(visit: Visit, behavior: Random, section: string) {
  const time_in_view_ms = behavior.between(400, 24_000);
  for (const percent of [25, 50, 75, 100] as const) {
    if (behavior.chance(0.65)) break;
    visit.wait(20, 300);
    visit.record('scroll_depth', { section, percent });
  }
  visit.wait(time_in_view_ms, time_in_view_ms);
  visit.record('section_view', { section, time_in_view_ms });
}

const rateVital = (value: number, good: number, poor: number): string =>
  value <= good ? 'good' : value <= poor ? 'needs-improvement' : 'poor';

/** Returns the lead's idempotency key and when it was sent (ms since 1970), or null if the visitor gave up. */
export function fillLeadForm(
  visit: Visit,
  { behavior, identity }: RandomStreams,
  section: string,
): { key: string; at: number; reachedCheckout: boolean } | null {
  visit.openForm('Quero entrar na comunidade', section, 'lead');
  visit.wait(2 * SECOND_MS, 8 * SECOND_MS);
  if (behavior.chance(0.3)) return null;
  visit.record('form_start', { form: 'lead', field: 'nome' });
  visit.wait(6 * SECOND_MS, 45 * SECOND_MS);
  if (behavior.chance(0.36)) {
    const field = behavior.chance(0.7) ? 'telefone' : 'nome';
    visit.record('form_abandon', { form: 'lead', field });
    return null;
  }
  const at = visit.now();
  const lead_ref = timeUuid(identity, at);
  visit.wait(80, 900);
  visit.record('form_complete', { form: 'lead', lead_ref });
  visit.record('generate_lead', { currency: 'BRL', value: 0, lead_ref });
  visit.wait(1000, 1100);
  const reachedCheckout = behavior.chance(0.96);
  if (reachedCheckout) visit.record('checkout_redirect', { lead_ref });
  return { key: lead_ref, at, reachedCheckout };
}

/** Returns null if the visitor left before the end of the first step; `at` is the opening, in ms since 1970. */
export function fillApplication(
  visit: Visit,
  { behavior, identity }: RandomStreams,
): { id: string; at: number; isFinished: boolean } | null {
  visit.openForm('PREENCHER APLICAÇÃO', 'aplicacao', 'application');
  const at = visit.now();
  const lead_ref = timeUuid(identity, at);
  const common = { form: 'aplicacao', lead_ref } as const;
  visit.wait(5 * SECOND_MS, 30 * SECOND_MS);
  if (behavior.chance(0.25)) return null;
  visit.record('form_start', { ...common, step: 1, field: 'nome' });
  visit.wait(30 * SECOND_MS, 2 * MINUTE_MS);
  if (behavior.chance(0.2)) {
    visit.record('form_abandon', { ...common, step: 1, field: 'whatsapp' });
    return null;
  }
  const isFinished = behavior.chance(0.6);
  visit.wait(MINUTE_MS, 4 * MINUTE_MS);
  if (isFinished) visit.record('form_complete', { ...common, step: 4 });
  else {
    const lastField = behavior.pick([
      { step: 2, field: 'faturamento' },
      { step: 2, field: 'empresa' },
      { step: 3, field: 'cronograma' },
    ]);
    visit.record('form_abandon', { ...common, ...lastField });
  }
  return { id: lead_ref, at, isFinished };
}
