import { colour } from '@funil/brand/palette';
import type { ReportData } from '../model.ts';
import { buildTables, describeLeads, type Table } from '../tables/tables.ts';
import { drawDays, drawFunnel, drawSections } from './charts.ts';
import { html, Markup } from './html.ts';

const STYLE = new Markup(`
:root { color-scheme: light dark; --ground: ${colour('paper')}; --card: ${colour('paper-raised')}; --fg: ${colour('on-paper')}; --muted: #5a5f69;
  --line: rgb(22 24 29 / .14); --bar: #7fa51a; --track: rgb(22 24 29 / .06); --second: ${colour('on-paper')}; }
@media (prefers-color-scheme: dark) { :root { --ground: ${colour('ink')}; --card: ${colour('ink-2')}; --fg: ${colour('on-ink')};
  --muted: ${colour('on-ink-2')}; --line: rgb(255 255 255 / .13); --bar: ${colour('lime')}; --track: rgb(255 255 255 / .06);
  --second: ${colour('amber')}; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--fg); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 84rem; margin: 0 auto; padding: 3rem 1.25rem 5rem; }
h1 { font-size: clamp(1.75rem, 4vw, 2.5rem); line-height: 1.1; letter-spacing: -.02em; margin: 0; }
h2 { font-size: 1.125rem; margin: 0 0 1rem; }
header p, .note { color: var(--muted); margin: .5rem 0 0; }
section { background: var(--card); border: 1px solid var(--line); border-radius: 1rem; padding: 1.5rem; margin-top: 1.5rem; overflow-x: auto; }
svg { display: block; width: 100%; max-width: 52rem; height: auto; margin-bottom: 1.25rem; }
svg .tick { text-anchor: middle; fill: var(--muted); font-size: 12px; font-variant-numeric: tabular-nums; }
.bars { max-width: 52rem; margin-bottom: 1.25rem; font-size: .875rem; font-variant-numeric: tabular-nums; }
.bars p { display: grid; grid-template-columns: 11rem 1fr 9rem; gap: 0 1rem; align-items: center; margin: .375rem 0; }
.bars p > :first-child { text-align: right; overflow-wrap: anywhere; } .bars .value { order: 1; color: var(--muted); }
.track { height: 1.25rem; border-radius: .3rem; background: var(--track); overflow: hidden; }
.track i { display: block; height: 100%; border-radius: .3rem; background: var(--bar); }
.bar { fill: var(--bar); } .axis { stroke: var(--line); }
.line { fill: none; stroke: var(--second); stroke-width: 2.5; stroke-linejoin: round; } .dot { fill: var(--second); }
.legend { display: flex; gap: 1.5rem; color: var(--muted); font-size: .875rem; margin: -.5rem 0 1.25rem; }
.legend span::before { content: ""; display: inline-block; width: .75rem; height: .75rem; border-radius: .25rem; margin-right: .5rem; background: var(--bar); }
.legend .second::before { background: var(--second); border-radius: 50%; }
table { border-collapse: collapse; width: 100%; font-size: .875rem; font-variant-numeric: tabular-nums; }
th, td { padding: .5rem .5rem; text-align: right; vertical-align: top; border-bottom: 1px solid var(--line); }
td { white-space: nowrap; } th { color: var(--muted); font-weight: 600; vertical-align: bottom; }
th:first-child, td:first-child { text-align: left; padding-left: 0; min-width: 7rem; white-space: normal; overflow-wrap: anywhere; }
.wide { font-size: .8125rem; } .wide th:first-child { min-width: 10rem; } .wide td { white-space: normal; }
tr:last-child td { border-bottom: 0; }
@media (max-width: 50rem) {
  main { padding-inline: .75rem; } section { padding: 1rem; } .narrow { font-size: .8125rem; }
  th, td { padding-inline: .2rem; } .narrow th { font-size: .6875rem; } .narrow :is(th, td):first-child { min-width: 4.5rem; }
  .bars p { grid-template-columns: 1fr auto; } .bars p > :first-child { text-align: left; }
  .bars .value { order: 0; } .track { grid-column: 1 / -1; height: .75rem; }
  svg .tick { font-size: 20px; } .line { stroke-width: 4; }
  .wide, .wide tbody, .wide tr, .wide td { display: block; } .wide thead { display: none; }
  .wide tr { display: grid; grid-template-columns: repeat(3, 1fr); gap: .5rem .75rem; padding: .875rem 0; border-bottom: 1px solid var(--line); }
  .wide tr:last-child { border-bottom: 0; } .wide td { padding: 0; border: 0; text-align: left; }
  .wide td:first-child { grid-column: 1 / -1; font-weight: 600; }
  .wide td:not(:first-child)::before { content: attr(data-column); display: block; color: var(--muted); font-size: .75rem; }
}
`);

/** More columns than this stand below each other on a phone. */
const MOST_COLUMNS_ABREAST = 4;

function renderTable({ columns, rows }: Table): Markup {
  const head = columns.map((column) => html`<th scope="col">${column}</th>`);
  const body = rows.map((row) => {
    const cells = row.map(
      (cell, index) => html`<td data-column="${columns[index] ?? ''}">${cell}</td>`,
    );
    return html`<tr>${cells}</tr>`;
  });
  const kind = columns.length > MOST_COLUMNS_ABREAST ? 'wide' : 'narrow';
  return html`<table class="${kind}"><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table>`;
}

const DAYS_LEGEND = html`<p class="legend"><span>Visitas</span><span class="second">Leads (escala própria)</span></p>`;

/** What is drawn above a table, by the table's title. */
function drawFor({ title }: Table, data: ReportData): Markup[] {
  if (title === 'Funil') return [drawFunnel(data)];
  if (title.startsWith('Por dia')) return [DAYS_LEGEND, drawDays(data)];
  if (title === 'Seções') return [drawSections(data)];
  return [];
}

/** The report as one page that needs nothing else, no network either. */
export function renderPage(data: ReportData, heading: string): string {
  const sections = buildTables(data).map(
    (table) =>
      html`<section><h2>${table.title}</h2>${drawFor(table, data)}${renderTable(table)}</section>`,
  );
  const page = html`<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Relatório de visitas</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<header><h1>Da visita à compra</h1><p>${heading}</p></header>
${sections}
<p class="note">${describeLeads(data)} As etapas contam visitas, não eventos. Velocidade: o valor que três em cada quatro medições não passam.</p>
</main>
</body>
</html>
`;
  return page.text;
}
