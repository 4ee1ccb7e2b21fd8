import { MINUTE_MS, SECOND_MS } from '@funil/contract/durations';
import type { EventRow } from '@funil/contract/event';
import { fitEvent } from '@funil/contract/fit-event';
import type { ButtonClick } from '@funil/contract/journey';
import type { EventName, EventPayloads } from '@funil/contract/tracked-events';
import type { Utms } from '@funil/contract/utm';
import { type Dice, digitsOf, type Random, timeUuid } from './random.ts';
import type { Creative, Source } from './sources.ts';

/** What a page tells of one visit, event by event, on the visitor's clock. */
export interface Diary {
  readonly events: readonly EventRow[];
  readonly clicks: readonly ButtonClick[];
  readonly startedAt: number;
  /** The clock: ms since the epoch. */
  now(): number;
  wait(least: number, most: number): void;
  tell<Name extends EventName>(name: Name, payload: EventPayloads[Name]): void;
  press(label: string, section: string, opens: string): void;
}

export function openDiary(dice: Dice, utms: Utms, startedAt: number): Diary {
  const sessionId = timeUuid(dice.names, startedAt);
  const events: EventRow[] = [];
  const clicks: ButtonClick[] = [];
  let time = startedAt;
  function tell<Name extends EventName>(name: Name, payload: EventPayloads[Name]) {
    const id = timeUuid(dice.names, time);
    events.push(fitEvent({ id, sessionId, name, payload, time, utms }));
    // No two events of a visit are of one moment: its first is its first.
    time += 1;
  }
  return {
    events,
    clicks,
    startedAt,
    now: () => time,
    wait(least, most) {
      time += dice.story.between(least, most);
    },
    tell,
    press(label, section, opens) {
      clicks.push({ botao: label, timestamp: new Date(time).toISOString(), secao: section });
      tell('click', { button_name: label, section });
      tell('cta_click', { button_name: label, section, opens });
    },
  };
}

const SECTIONS = [
  'hero',
  'problema',
  'casos',
  'autoridade',
  'videos',
  'depoimentos',
  'aplicacao',
  'curriculo',
  'oferta',
  'fundador',
  'equipe',
  'footer',
] as const;

const VIDEO = { title: 'Como vendi o primeiro projeto', section: 'videos' };

/** Tells of the arrival: the first event carries what the link and the browser say of where from. */
export function arrive(diary: Diary, { story, names }: Dice, source: Source): void {
  const { referrer, clickId } = source;
  const click =
    clickId && story.chance(0.9) ? { [clickId]: `simulado-${digitsOf(names, 16)}` } : {};
  diary.tell('session_start', { ...(referrer && { referrer_host: referrer }), ...click });
  diary.wait(1100, 4000);
  diary.tell('page_view', {
    page_title: 'Engrena IA - Comunidade de IA',
    page_location: 'https://engrena.example/',
  });
}

/** Scrolls down as far as the visitor cares. @returns the section where reading ended */
export function readPage(diary: Diary, story: Random, { keenness }: Creative): string {
  measure(diary, story);
  let last: string = SECTIONS[0];
  for (const section of SECTIONS) {
    last = section;
    see(diary, story, section);
    if (section === 'videos' && story.chance(0.12)) watch(diary);
    if (story.chance(0.3 / Math.sqrt(keenness))) break;
  }
  return last;
}

function see(diary: Diary, story: Random, section: string) {
  const time_in_view_ms = story.between(400, 24_000);
  for (const percent of [25, 50, 75, 100] as const) {
    if (story.chance(0.65)) break;
    diary.wait(20, 300);
    diary.tell('scroll_depth', { section, percent });
  }
  diary.wait(time_in_view_ms, time_in_view_ms);
  diary.tell('section_view', { section, time_in_view_ms });
}

function watch(diary: Diary) {
  diary.tell('video_start', VIDEO);
  diary.tell('video_play', VIDEO);
  diary.wait(10 * SECOND_MS, 5 * MINUTE_MS);
}

function measure(diary: Diary, story: Random) {
  const paint = story.between(700, 4600);
  diary.tell('web_vital', { metric: 'LCP', value: paint, rating: rate(paint, 2500, 4000) });
  const shift = story.between(0, 900) / 10_000;
  diary.tell('web_vital', { metric: 'CLS', value: shift, rating: rate(shift, 0.1, 0.25) });
}

export const rate = (value: number, good: number, poor: number): string =>
  value <= good ? 'good' : value <= poor ? 'needs-improvement' : 'poor';

/** What came of the short form: the submission's key and when it was sent; null: nothing was. */
export interface LeftLead {
  readonly key: string;
  /** Ms since the epoch. */
  readonly at: number;
  readonly reachedCheckout: boolean;
}

export interface LeftApplication {
  readonly id: string;
  /** When the form was opened, ms since the epoch. */
  readonly at: number;
  readonly isFinished: boolean;
}

const LEAD_FORM = { form: 'lead', field: 'nome' } as const;

/** Opens the short form, and fills it in or gives it up. */
export function fillLeadForm(diary: Diary, { story, names }: Dice, section: string) {
  diary.press('Quero entrar na comunidade', section, 'lead');
  tellSpeed(diary, story);
  diary.wait(2 * SECOND_MS, 8 * SECOND_MS);
  if (story.chance(0.3)) return null;
  diary.tell('form_start', LEAD_FORM);
  diary.wait(6 * SECOND_MS, 45 * SECOND_MS);
  if (story.chance(0.36)) {
    const field = story.chance(0.7) ? 'telefone' : 'nome';
    diary.tell('form_abandon', { form: 'lead', field });
    return null;
  }
  const at = diary.now();
  const lead_ref = timeUuid(names, at);
  diary.wait(80, 900);
  diary.tell('form_complete', { form: 'lead', lead_ref });
  diary.tell('generate_lead', { currency: 'BRL', value: 0, lead_ref });
  diary.wait(1000, 1100);
  const reachedCheckout = story.chance(0.96);
  if (reachedCheckout) diary.tell('checkout_redirect', { lead_ref });
  return { key: lead_ref, at, reachedCheckout };
}

/** Opens the application: null where it was left before the first step was. */
export function fillApplication(diary: Diary, { story, names }: Dice): LeftApplication | null {
  diary.press('PREENCHER APLICAÇÃO', 'aplicacao', 'application');
  tellSpeed(diary, story);
  const at = diary.now();
  const lead_ref = timeUuid(names, at);
  diary.wait(5 * SECOND_MS, 30 * SECOND_MS);
  if (story.chance(0.25)) return null;
  diary.tell('form_start', { form: 'aplicacao', step: 1, field: 'nome', lead_ref });
  diary.wait(30 * SECOND_MS, 2 * MINUTE_MS);
  if (story.chance(0.2)) {
    diary.tell('form_abandon', { form: 'aplicacao', step: 1, field: 'whatsapp', lead_ref });
    return null;
  }
  const isFinished = story.chance(0.6);
  diary.wait(MINUTE_MS, 4 * MINUTE_MS);
  if (isFinished) diary.tell('form_complete', { form: 'aplicacao', step: 4, lead_ref });
  else {
    const [step, field] = story.pick([
      [2, 'faturamento'],
      [2, 'empresa'],
      [3, 'cronograma'],
    ]);
    diary.tell('form_abandon', { form: 'aplicacao', step, field, lead_ref });
  }
  return { id: lead_ref, at, isFinished };
}

function tellSpeed(diary: Diary, story: Random) {
  const delay = story.between(24, 260);
  diary.tell('web_vital', { metric: 'INP', value: delay, rating: rate(delay, 200, 500) });
}
