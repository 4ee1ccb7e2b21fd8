import { randomUUID } from 'node:crypto';
import { makeEvent } from './rows.ts';

/** A visit's origin, its share of the visits and how keen it is: factors on every step down the funnel. */
interface Campaign {
  utm_source: string;
  utm_medium: string;
  utm_campaign: string;
  share: number;
  keenness: number;
}

export const CAMPAIGNS: readonly Campaign[] = [
  {
    utm_source: 'instagram',
    utm_medium: 'social',
    utm_campaign: 'lancamento',
    share: 0.34,
    keenness: 1,
  },
  {
    utm_source: 'stories',
    utm_medium: 'social',
    utm_campaign: 'bastidores',
    share: 0.2,
    keenness: 1.3,
  },
  { utm_source: 'google', utm_medium: 'cpc', utm_campaign: 'marca', share: 0.16, keenness: 1.6 },
  {
    utm_source: 'meta',
    utm_medium: 'paid',
    utm_campaign: 'remarketing',
    share: 0.12,
    keenness: 0.7,
  },
  { utm_source: 'bio', utm_medium: 'organico', utm_campaign: '', share: 0.1, keenness: 1.1 },
  { utm_source: 'direto', utm_medium: 'organico', utm_campaign: '', share: 0.08, keenness: 0.9 },
];

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
];
const FIELDS = ['nome', 'telefone'];

export type Row = ReturnType<typeof makeEvent>;

/** What the day held, counted while it was made up. */
export interface Truth {
  /** By `source|medium|campaign`: visits, and how many of them reached each stage. */
  stages: Record<string, Record<string, number>>;
  days: Record<string, number>;
  sections: Record<string, { visits: number; ms: number }>;
  abandoned: Record<string, number>;
  vitals: Record<string, number[]>;
  revenue: number;
}

/** Pseudo-random numbers that are the same in every run. Source: mulberry32, Tommy Ettinger. */
function makeRandom(seed: number) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/**
 * Makes up visits over two days of Brasília, with the drop-off of a sales page.
 * @param day its first moment, in ms since the epoch
 */
export function simulateVisits(count: number, day: number) {
  const random = makeRandom(20260301);
  const rows: Row[] = [];
  const truth: Truth = {
    stages: {},
    days: {},
    sections: {},
    abandoned: {},
    vitals: {},
    revenue: 0,
  };
  const chance = (probability: number) => random() < probability;
  const bump = (counts: Record<string, number>, key: string) => {
    counts[key] = (counts[key] ?? 0) + 1;
  };

  function pickCampaign(): Campaign {
    let left = random();
    for (const campaign of CAMPAIGNS) {
      left -= campaign.share;
      if (left < 0) return campaign;
    }
    return CAMPAIGNS[0] as Campaign;
  }

  function visit() {
    const { share: _share, keenness, ...utms } = pickCampaign();
    const session_id = randomUUID();
    let time = day + Math.floor(random() * 2 * 24 * 60 * 60 * 1000);
    const key = Object.values(utms).join('|');
    const stages = (truth.stages[key] ??= {});
    const tell = (name: string, payload: object = {}, more: object = {}) => {
      time += Math.floor(random() * 800);
      const occurred_at = new Date(time).toISOString();
      rows.push(
        makeEvent({ session_id, name, occurred_at, payload, secao: null, ...utms, ...more }),
      );
    };
    const see = (secao: string) => {
      const time_in_view_ms = 200 + Math.floor(random() * 15_000);
      time += time_in_view_ms;
      const section = (truth.sections[secao] ??= { visits: 0, ms: 0 });
      section.visits += 1;
      section.ms += time_in_view_ms;
      tell('section_view', { time_in_view_ms }, { secao });
      for (const percent of [25, 50, 75, 100]) {
        if (chance(0.5)) tell('scroll_depth', { percent }, { secao });
      }
    };
    const measure = (metric: string, value: number) => {
      tell('web_vital', { metric, value, rating: 'good' });
      (truth.vitals[`${key}|${metric}`] ??= []).push(value);
    };

    bump(truth.days, new Date(time - 3 * 60 * 60 * 1000).toISOString().slice(0, 10));
    bump(stages, 'visits');
    tell('session_start', utms.utm_source === 'google' ? { gclid: 'x' } : {});
    if (chance(0.2)) return;
    tell('page_view', { page_title: 'Engrena IA - Comunidade de IA', page_location: '/' });
    measure('LCP', Math.round(900 + random() * 3000));
    measure('CLS', Math.round(random() * 2000) / 10_000);
    for (const section of SECTIONS) {
      see(section);
      if (chance(0.22)) break;
    }
    if (!chance(0.3 * keenness)) return;
    const button = { button_name: 'Quero entrar' };
    tell('click', button, { secao: 'oferta' });
    tell('cta_click', { ...button, opens: 'lead' }, { secao: 'oferta' });
    measure('INP', Math.round(40 + random() * 300));
    bump(stages, 'cta');
    if (!chance(0.6)) return;
    tell('form_start', { form: 'lead', field: 'nome' });
    bump(stages, 'formStart');
    if (!chance(0.55 * keenness)) {
      const field = FIELDS[chance(0.7) ? 1 : 0] as string;
      // Some give up twice: the last time counts.
      if (chance(0.2)) tell('form_abandon', { form: 'lead', field: 'nome' });
      tell('form_abandon', { form: 'lead', field });
      bump(truth.abandoned, field);
      return;
    }
    // Some give up first, and then do not.
    if (chance(0.1)) tell('form_abandon', { form: 'lead', field: 'telefone' });
    const lead = { lead_ref: randomUUID() };
    tell('form_complete', { form: 'lead' }, lead);
    tell('generate_lead', { currency: 'BRL', value: 0 }, lead);
    bump(stages, 'leads');
    if (!chance(0.95)) return;
    tell('checkout_redirect', {}, lead);
    bump(stages, 'checkout');
    if (!chance(0.3)) return;
    const purchase = { transaction_id: randomUUID(), value: 1497, currency: 'BRL', items: [] };
    tell('purchase', purchase);
    bump(stages, 'purchases');
    truth.revenue += purchase.value;
  }

  for (let index = 0; index < count; index += 1) visit();
  return { rows, truth };
}
