import { randomUUID } from 'node:crypto';
import { DAY_MS } from '@funil/contract/durations';
import { makeEvent } from '../../testkit/rows.ts';
import { createRandom } from '../src/simulate/random.ts';

/** A visit's origin, its share of the visits, and a factor on its steps down the funnel. */
const CAMPAIGNS = [
  { source: 'instagram', medium: 'social', campaign: 'lancamento', share: 0.34, keenness: 1 },
  { source: 'stories', medium: 'social', campaign: 'bastidores', share: 0.2, keenness: 1.3 },
  { source: 'google', medium: 'cpc', campaign: 'marca', share: 0.16, keenness: 1.6 },
  { source: 'meta', medium: 'paid', campaign: 'remarketing', share: 0.12, keenness: 0.7 },
  { source: 'bio', medium: 'organico', campaign: '', share: 0.1, keenness: 1.1 },
  { source: 'direto', medium: 'organico', campaign: '', share: 0.08, keenness: 0.9 },
] as const;

const SECTIONS = ['hero', 'problema', 'casos', 'autoridade', 'videos', 'depoimentos'];
const LATE_SECTIONS = ['aplicacao', 'curriculo', 'oferta', 'fundador', 'equipe', 'footer'];

export type Row = ReturnType<typeof makeEvent>;

/** Numbers by name, from zero. */
class Tally {
  readonly counts: Record<string, number> = {};
  add(key: string, amount = 1): void {
    this.counts[key] = (this.counts[key] ?? 0) + amount;
  }
}

/** Visits over two days of Brasília with a sales page's drop-off, and what they hold, counted meanwhile. */
export class Simulation {
  readonly rows: Row[] = [];
  /** By `source|medium|campaign|stage`. */
  readonly stages = new Tally();
  readonly days = new Tally();
  readonly sectionVisits = new Tally();
  readonly sectionMs = new Tally();
  readonly abandonedAt = new Tally();
  /** Values by `source|medium|campaign|metric`. */
  readonly vitals: Record<string, number[]> = {};
  /** Idempotency keys of the leads. */
  readonly leads: string[] = [];
  revenue = 0;
  readonly #random = createRandom(20260301).next;
  readonly #firstDay: number;
  #time = 0;
  #visit: { key: string; columns: object } = { key: '', columns: {} };

  /** @param firstDay its first moment, in ms since the epoch */
  constructor(count: number, firstDay: number) {
    this.#firstDay = firstDay;
    for (let index = 0; index < count; index += 1) this.#visitPage();
  }

  #chance(probability: number): boolean {
    return this.#random() < probability;
  }

  #pickCampaign(): (typeof CAMPAIGNS)[number] {
    let left = this.#random();
    for (const campaign of CAMPAIGNS) {
      left -= campaign.share;
      if (left < 0) return campaign;
    }
    return CAMPAIGNS[0];
  }

  #tell(name: string, payload: object = {}, more: object = {}): void {
    this.#time += Math.floor(this.#random() * 800);
    const occurred_at = new Date(this.#time).toISOString();
    const event = { name, occurred_at, payload, secao: null, ...this.#visit.columns, ...more };
    this.rows.push(makeEvent(event));
  }

  #reach(stage: string): void {
    this.stages.add(`${this.#visit.key}|${stage}`);
  }

  #measure(metric: string, value: number): void {
    this.#tell('web_vital', { metric, value, rating: 'good' });
    const key = `${this.#visit.key}|${metric}`;
    this.vitals[key] = [...(this.vitals[key] ?? []), value];
  }

  #see(secao: string): void {
    const time_in_view_ms = 200 + Math.floor(this.#random() * 15_000);
    this.#time += time_in_view_ms;
    this.sectionVisits.add(secao);
    this.sectionMs.add(secao, time_in_view_ms);
    this.#tell('section_view', { time_in_view_ms }, { secao });
    for (const percent of [25, 50, 75, 100]) {
      if (this.#chance(0.5)) this.#tell('scroll_depth', { percent }, { secao });
    }
  }

  #visitPage(): void {
    const { source, medium, campaign, keenness } = this.#pickCampaign();
    const utms = { utm_source: source, utm_medium: medium, utm_campaign: campaign };
    this.#visit = {
      key: [source, medium, campaign].join('|'),
      columns: { session_id: randomUUID(), ...utms },
    };
    this.#time = this.#firstDay + Math.floor(this.#random() * 2 * DAY_MS);
    this.#tell('session_start', source === 'google' ? { gclid: 'x' } : {});
    const brasilia = new Date(this.#time - 3 * 60 * 60 * 1000);
    this.days.add(brasilia.toISOString().slice(0, 10));
    this.#reach('visits');
    if (this.#chance(0.25)) return;
    this.#read();
    if (this.#chance(0.14 * keenness)) this.#becomeLead(keenness);
  }

  #read(): void {
    this.#tell('page_view', { page_title: 'Engrena IA - Comunidade de IA', page_location: '/' });
    this.#measure('LCP', Math.round(900 + this.#random() * 3000));
    this.#measure('CLS', Math.round(this.#random() * 2000) / 10_000);
    for (const section of [...SECTIONS, ...LATE_SECTIONS]) {
      this.#see(section);
      if (this.#chance(0.22)) return;
    }
  }

  #becomeLead(keenness: number): void {
    const button = { button_name: 'Quero entrar' };
    this.#tell('click', button, { secao: 'oferta' });
    this.#tell('cta_click', { ...button, opens: 'lead' }, { secao: 'oferta' });
    this.#measure('INP', Math.round(40 + this.#random() * 300));
    this.#reach('cta_clicks');
    if (this.#chance(0.3)) return;
    this.#tell('form_start', { form: 'lead', field: 'nome' });
    this.#reach('form_starts');
    // Some give up first: what they do last counts.
    if (this.#chance(0.15)) this.#tell('form_abandon', { form: 'lead', field: 'nome' });
    if (!this.#chance(0.5 * keenness)) {
      const field = this.#chance(0.7) ? 'telefone' : 'nome';
      this.#tell('form_abandon', { form: 'lead', field });
      this.abandonedAt.add(field);
      return;
    }
    const lead_ref = randomUUID();
    this.leads.push(lead_ref);
    this.#tell('form_complete', { form: 'lead' }, { lead_ref });
    this.#tell('generate_lead', { currency: 'BRL', value: 0 }, { lead_ref });
    this.#reach('leads');
    if (this.#chance(0.95)) this.#checkOut(lead_ref);
  }

  #checkOut(lead_ref: string): void {
    this.#tell('checkout_redirect', {}, { lead_ref });
    this.#reach('checkouts');
    if (!this.#chance(0.3)) return;
    const purchase = { transaction_id: randomUUID(), value: 1497, currency: 'BRL', items: [] };
    this.#tell('purchase', purchase);
    this.#reach('purchases');
    this.revenue += purchase.value;
  }
}
