import { MINUTE_MS, SECOND_MS } from '@funil/contract/durations';
import type { Random } from '../random.ts';
import { digitsOf } from '../random.ts';
import type { Creative, Source } from '../sources.ts';
import type { Diary, Dice } from './diary.ts';

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
