import type { ReportStep } from '@funil/contract/console/report';
import { formatCents, formatCount } from '@funil/contract/money';
import { html, type Markup } from '../../markup/html.ts';
import { formatDay, formatSeconds, formatShare, formatTickCents, nameOrNone } from '../format.ts';
import {
  addStages,
  groupOrigins,
  latestDays,
  type NamedTakings,
  type ReportData,
  type Stage,
  WITHOUT_ORIGIN,
} from '../model.ts';
import { countWaits, describeShare, listSteps } from '../summaries.ts';
import { latestTakings, type Name } from '../tables.ts';
import { drawPlot } from './plot.ts';

interface Bar {
  readonly label: string;
  /** 0 to 1. */
  readonly share: number;
  readonly value: string;
  /** Drawn in another colour: what it is, its label says. */
  readonly tone?: 'plain' | 'money' | 'back' | 'quiet';
}

/** The least that is drawn of what is more than nothing. */
const MIN_SHARE = 0.006;

/** Horizontal bars, a row each; text and bars wrap to the width there is. A table says the same. */
function drawBars(bars: readonly Bar[], title: string): Markup {
  const rows = bars.map(({ label, share, value, tone = 'plain' }) => {
    const width = Math.min(1, Math.max(share, share > 0 ? MIN_SHARE : 0)) * 100;
    return html`<p><span>${label}</span><span class="value">${value}</span>
      <span class="track"><i class="${tone}" style="width:${width.toFixed(1)}%"></i></span></p>`;
  });
  const told = bars.map(({ label, value }) => `${label}: ${value}`).join('; ');
  return html`<div class="bars" role="img" aria-label="${title}. ${told}">${rows}</div>`;
}

const countSales = (count: number) => `${formatCount(count)} ${count === 1 ? 'venda' : 'vendas'}`;

/** Two funnels, each on its own scale: of a hundred thousand visits no sale would be seen. */
export function drawFunnel(data: ReportData): Markup {
  const { toLead, toMoney } = listSteps(data);
  const draw = (steps: readonly ReportStep[], of: number, title: string) => {
    const bars = steps.map((step, index): Bar => {
      const { label, count, cents } = step;
      const said = [
        formatCount(count),
        describeShare(step),
        cents === null || cents === 0 ? '' : formatCents(cents),
      ];
      const value = said.filter((part) => part !== '').join(' · ');
      const tones = { 2: 'money', 3: 'back' } as const;
      const tone = (steps === toMoney && tones[index as 2 | 3]) || 'plain';
      return { label, share: of === 0 ? 0 : count / of, value, tone };
    });
    return html`<div><h3>${title}</h3>${drawBars(bars, title)}</div>`;
  };
  const most = Math.max(data.leads.stored, ...toMoney.map(({ count }) => count));
  const toMoneyTitle = 'Do lead ao dinheiro';
  return html`<div class="pair">${[
    draw(toLead, toLead[0]?.count ?? 0, 'Da visita ao lead'),
    draw(toMoney, most, toMoneyTitle),
  ]}</div>`;
}

/** Most bars of one chart; the table has all. */
const MAX_BARS = 12;

/** Revenue by origin, and what has none as a bar of its own. */
export function drawOrigins({ money }: ReportData, title: string, nameOf: Name): Markup[] {
  const { withoutOrigin } = money;
  const origins = groupOrigins(money.origins, nameOf).filter(({ sales }) => sales > 0);
  return drawRevenue(origins, title, withoutOrigin.sales > 0 ? withoutOrigin : null);
}

type Sold = Pick<NamedTakings, 'name' | 'sales' | 'paid_cents'>;

export function drawRevenue(
  rows: readonly Sold[],
  title: string,
  without: Omit<Sold, 'name'> | null = null,
): Markup[] {
  const most = Math.max(1, without?.paid_cents ?? 0, ...rows.map(({ paid_cents }) => paid_cents));
  const toBar = ({ name, sales, paid_cents }: Sold, tone: Bar['tone']): Bar => ({
    label: nameOrNone(name),
    share: paid_cents / most,
    value: `${formatCents(paid_cents)} · ${countSales(sales)}`,
    ...(tone && { tone }),
  });
  const bars = rows.slice(0, MAX_BARS).map((row) => toBar(row, 'money'));
  if (without) bars.push(toBar({ name: WITHOUT_ORIGIN, ...without }, 'quiet'));
  return bars.length > 0 ? [drawBars(bars, title)] : [];
}

export function drawMoneyDays({ money }: ReportData): Markup[] {
  const days = latestTakings(money);
  const best = days.reduce<NamedTakings | null>(
    (top, day) => (day.paid_cents > (top?.paid_cents ?? 0) ? day : top),
    null,
  );
  if (!best) return [];
  const plot = drawPlot({
    points: days.map(({ name, sales, paid_cents, refunded_cents }) => ({
      day: name,
      up: paid_cents,
      down: refunded_cents,
      told: `${formatCents(paid_cents)} em ${countSales(sales)}; devolvido ${formatCents(refunded_cents)}`,
    })),
    title: `Receita e devoluções por dia. O melhor dia: ${formatDay(best.name)}, ${formatCents(best.paid_cents)}.`,
    formatTick: formatTickCents,
    shape: 'columns',
  });
  return [
    html`<p class="legend"><span class="money">Receita, no dia do pagamento</span><span class="back">Devolvido, no dia da devolução</span></p>`,
    plot,
  ];
}

export function drawWaits({ money }: ReportData): Markup {
  const counts = countWaits(money);
  const most = Math.max(1, ...counts.map(({ sales }) => sales));
  const bars = counts.map(({ label, sales }) => ({
    label,
    share: sales / most,
    value: `${countSales(sales)} · ${formatShare(sales, money.waits.length)}`,
  }));
  return drawBars(bars, 'Tempo do lead ao pagamento');
}

export function drawSections(data: ReportData): Markup {
  const { visits } = addStages(data.stages);
  const bars = data.sections.map((section) => ({
    label: section.section,
    share: visits === 0 ? 0 : section.visits / visits,
    value: `${formatShare(section.visits, visits)} · ${formatSeconds(section.seconds)}`,
  }));
  return drawBars(bars, 'Alcance e tempo à vista de cada seção');
}

/** Visits a day, and beside them the visits that left a lead, each on its own scale. */
export function drawDays(data: ReportData): Markup {
  const days = latestDays(data);
  const draw = (stage: Stage, noun: string) => {
    const plot = drawPlot({
      points: days.map(({ day, sum }) => ({
        ...{ day, up: sum[stage], down: 0 },
        told: `${formatCount(sum[stage])} ${noun}`,
      })),
      title: `${noun} por dia, no máximo ${formatCount(Math.max(0, ...days.map(({ sum }) => sum[stage])))}`,
      formatTick: formatCount,
      shape: 'area',
    });
    return html`<div><h3>${noun}</h3>${plot}</div>`;
  };
  return html`<div class="pair">${[draw('visits', 'Visitas'), draw('leads', 'Visitas com lead')]}</div>`;
}
