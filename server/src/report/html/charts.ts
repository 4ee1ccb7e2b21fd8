import { sectionLabel } from '@funil/contract/answer-labels';
import { ORIGIN_LEVEL_LABELS, type OriginLevel } from '@funil/contract/console/origin-levels';
import { groupOrigins } from '@funil/contract/console/origins';
import type { ReportStep } from '@funil/contract/console/report';
import { formatCents, formatCount } from '@funil/contract/money';
import { html, type Markup } from '../../markup/html.ts';
import { formatDay, formatSeconds, formatShare, formatTickCents, labelOrNone } from '../format.ts';
import {
  addStages,
  latestDays,
  type NamedMoney,
  type ReportData,
  type Stage,
  WITHOUT_ORIGIN,
} from '../model.ts';
import { countWaits, describeShare, listSteps } from '../summaries.ts';
import { latestRevenue, originLabel } from '../tables.ts';
import { drawPlot } from './plot.ts';

interface Bar {
  readonly label: string;
  /** 0 to 1. */
  readonly share: number;
  readonly value: string;
  readonly tone?: 'plain' | 'money' | 'back' | 'quiet';
}

/** So that a small share is visible. */
const MIN_SHARE = 0.006;

/** Draws horizontal bars. A table has the same numbers. */
function drawBars(bars: readonly Bar[], title: string): Markup {
  const rows = bars.map(({ label, share, value, tone = 'plain' }) => {
    const width = Math.min(1, Math.max(share, share > 0 ? MIN_SHARE : 0)) * 100;
    return html`<p><span>${label}</span><span class="value">${value}</span>
      <span class="track"><i class="${tone}" style="width:${width.toFixed(1)}%"></i></span></p>`;
  });
  const description = bars.map(({ label, value }) => `${label}: ${value}`).join('; ');
  return html`<div class="bars" role="img" aria-label="${title}. ${description}">${rows}</div>`;
}

const countSales = (count: number) => `${formatCount(count)} ${count === 1 ? 'venda' : 'vendas'}`;

/** Draws two funnels on separate scales, because a sale is invisible beside a hundred thousand visits. */
export function drawFunnel(data: ReportData): Markup {
  const { toLead, toMoney } = listSteps(data);
  const draw = (steps: readonly ReportStep[], of: number, title: string) => {
    const bars = steps.map((step, index): Bar => {
      const { label, count, cents } = step;
      const parts = [
        formatCount(count),
        describeShare(step),
        cents === null || cents === 0 ? '' : formatCents(cents),
      ];
      const value = parts.filter((part) => part !== '').join(' · ');
      const tones = { 2: 'money', 3: 'back' } as const;
      const tone = (steps === toMoney && tones[index as 2 | 3]) || 'plain';
      return { label, share: of === 0 ? 0 : count / of, value, tone };
    });
    return html`<div><h3>${title}</h3>${drawBars(bars, title)}</div>`;
  };
  const max = Math.max(data.leads.stored, ...toMoney.map(({ count }) => count));
  return html`<div class="pair">${[
    draw(toLead, toLead[0]?.count ?? 0, 'Da visita ao lead'),
    draw(toMoney, max, 'Do lead ao dinheiro'),
  ]}</div>`;
}

const MAX_BARS = 12;

/** Draws what each group of origins brought gross, with a bar for sales without an origin. */
export function drawOrigins({ salesTotals }: ReportData, level: OriginLevel): Markup[] {
  const { withoutOrigin } = salesTotals;
  const origins = groupOrigins(salesTotals.origins, level)
    .filter(({ sales }) => sales > 0)
    .map((origin) => ({ name: originLabel(origin), ...origin }));
  const title = `Vendido por ${ORIGIN_LEVEL_LABELS[level].toLowerCase()}`;
  return drawRevenue(origins, title, withoutOrigin.sales > 0 ? withoutOrigin : null);
}

type Sold = Pick<NamedMoney, 'name' | 'sales' | 'paid_cents'>;

export function drawRevenue(
  rows: readonly Sold[],
  title: string,
  without: Omit<Sold, 'name'> | null = null,
): Markup[] {
  const sorted = rows.toSorted((a, b) => b.paid_cents - a.paid_cents);
  const max = Math.max(1, without?.paid_cents ?? 0, sorted[0]?.paid_cents ?? 0);
  const toBar = ({ name, sales, paid_cents }: Sold, tone: Bar['tone']): Bar => ({
    label: labelOrNone(name),
    share: paid_cents / max,
    value: `${formatCents(paid_cents)} · ${countSales(sales)}`,
    ...(tone && { tone }),
  });
  const bars = sorted.slice(0, MAX_BARS).map((row) => toBar(row, 'money'));
  if (without) bars.push(toBar({ name: WITHOUT_ORIGIN, ...without }, 'quiet'));
  return bars.length > 0 ? [drawBars(bars, title)] : [];
}

export function drawMoneyDays({ salesTotals }: ReportData): Markup[] {
  const days = latestRevenue(salesTotals);
  const best = days.reduce<NamedMoney | null>(
    (top, day) => (day.paid_cents > (top?.paid_cents ?? 0) ? day : top),
    null,
  );
  if (!best) return [];
  const plot = drawPlot({
    points: days.map(({ name, sales, paid_cents, refunded_cents }) => ({
      day: name,
      up: paid_cents,
      down: refunded_cents,
      hint: `${formatCents(paid_cents)} em ${countSales(sales)}; devolvido ${formatCents(refunded_cents)}`,
    })),
    title: `Vendido e devolvido por dia. O melhor dia: ${formatDay(best.name)}, ${formatCents(best.paid_cents)}.`,
    formatTick: formatTickCents,
    shape: 'columns',
  });
  return [
    html`<p class="legend"><span class="money">Vendido, no dia do pagamento</span><span class="back">Devolvido, no dia da devolução</span></p>`,
    plot,
  ];
}

export function drawWaits({ salesTotals }: ReportData): Markup {
  const counts = countWaits(salesTotals);
  const max = Math.max(1, ...counts.map(({ sales }) => sales));
  const bars = counts.map(({ label, sales }) => ({
    label,
    share: sales / max,
    value: `${countSales(sales)} · ${formatShare(sales, salesTotals.waits.length)}`,
  }));
  return drawBars(bars, 'Tempo do lead ao pagamento');
}

export function drawSections(data: ReportData): Markup {
  const { visits } = addStages(data.stages);
  const bars = data.sections.map((section) => ({
    label: sectionLabel(section.section),
    share: visits === 0 ? 0 : section.visits / visits,
    value: `${formatShare(section.visits, visits)} · ${formatSeconds(section.seconds)}`,
  }));
  return drawBars(bars, 'Alcance e tempo à vista de cada seção');
}

/** Draws the visits and the visits with a lead by day, on separate scales. */
export function drawDays(data: ReportData): Markup {
  const days = latestDays(data);
  const draw = (stage: Stage, noun: string) => {
    const plot = drawPlot({
      points: days.map(({ day, sum }) => ({
        day,
        up: sum[stage],
        down: 0,
        hint: `${formatCount(sum[stage])} ${noun}`,
      })),
      title: `${noun} por dia, no máximo ${formatCount(Math.max(0, ...days.map(({ sum }) => sum[stage])))}`,
      formatTick: formatCount,
      shape: 'area',
    });
    return html`<div><h3>${noun}</h3>${plot}</div>`;
  };
  return html`<div class="pair">${[draw('visits', 'Visitas'), draw('leads', 'Visitas com lead')]}</div>`;
}
