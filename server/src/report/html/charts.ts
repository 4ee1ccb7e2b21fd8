import { formatCount, formatDay, formatSeconds, formatShare } from '../format.ts';
import { addStages, latestDays, type ReportData, type Stages } from '../model.ts';
import { FUNNEL } from '../tables/tables.ts';
import { html, type Markup } from './html.ts';

const WIDTH = 720;

interface Bar {
  label: string;
  /** 0 to 1. */
  share: number;
  value: string;
}

/** Horizontal bars, a row each; text and bars wrap to the width there is. */
function drawBars(bars: readonly Bar[], title: string): Markup {
  const rows = bars.map(
    ({ label, share, value }) => html`<p><span>${label}</span><span class="value">${value}</span>
      <span class="track"><i style="width:${(Math.max(share, share > 0 ? 0.005 : 0) * 100).toFixed(1)}%"></i></span></p>`,
  );
  return html`<div class="bars" role="img" aria-label="${title}">${rows}</div>`;
}

export function drawFunnel(data: ReportData): Markup {
  const total = addStages(data.stages);
  const bars = FUNNEL.map(([stage, label]) => ({
    label,
    share: total.visits === 0 ? 0 : total[stage] / total.visits,
    value: `${formatCount(total[stage])} · ${formatShare(total[stage], total.visits)}`,
  }));
  return drawBars(bars, 'Funil da visita à compra');
}

export function drawSections(data: ReportData): Markup {
  const { visits } = addStages(data.stages);
  const bars = data.sections.map((section) => ({
    label: section.section,
    share: visits === 0 ? 0 : Math.min(section.visits / visits, 1),
    value: `${formatShare(section.visits, visits)} · ${formatSeconds(section.seconds)}`,
  }));
  return drawBars(bars, 'Alcance e tempo à vista de cada seção');
}

const HEIGHT = 220;
const BASE = HEIGHT - 28;
const TOP = 16;

/** Visits a day as columns; the part that left a lead, on a scale of its own, as a line. */
export function drawDays(data: ReportData): Markup {
  const days = latestDays(data);
  const step = WIDTH / Math.max(days.length, 1);
  const most = (stage: keyof Stages) => Math.max(1, ...days.map(({ sum }) => sum[stage]));
  const height = (value: number, largest: number) => (value / largest) * (BASE - TOP);
  const [mostVisits, mostLeads] = [most('visits'), most('leads')];
  const everyNth = Math.ceil(days.length / 8);
  const columns = days.map(({ day, sum }, index) => {
    const tall = height(sum.visits, mostVisits);
    const width = Math.min(step * 0.7, 72);
    const middle = (index + 0.5) * step;
    const label = index % everyNth === 0 ? formatDay(day).slice(0, 5) : '';
    return html`<g><title>${formatDay(day)}: ${formatCount(sum.visits)} visitas, ${formatCount(sum.leads)} leads</title>
      <rect class="bar" x="${(middle - width / 2).toFixed(1)}" y="${(BASE - tall).toFixed(1)}" width="${width.toFixed(1)}" height="${tall.toFixed(1)}" rx="4" />
      <text class="tick" x="${middle.toFixed(1)}" y="${HEIGHT - 8}">${label}</text></g>`;
  });
  const points = days.map(({ sum }, index) => {
    const y = BASE - height(sum.leads, mostLeads) * 0.92;
    return `${((index + 0.5) * step).toFixed(1)},${y.toFixed(1)}`;
  });
  const dots = points.map((point) => {
    const [x = '', y = ''] = point.split(',');
    return html`<circle class="dot" cx="${x}" cy="${y}" r="4" />`;
  });
  return html`<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="Visitas e leads por dia">
    <line class="axis" x1="0" y1="${BASE}" x2="${WIDTH}" y2="${BASE}" />
    ${columns}<polyline class="line" points="${points.join(' ')}" />${dots}</svg>`;
}
