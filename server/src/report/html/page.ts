import { html, type Markup } from '../../markup/html.ts';
import type { ReportData } from '../model.ts';
import { describeMoney } from '../tables/describe-money.ts';
import { nameCampaign, nameCreative, nameSource } from '../tables/money.ts';
import type { Table } from '../tables/table.ts';
import { buildTables, describeLeads } from '../tables/tables.ts';
import { describeWaits } from '../tables/waits.ts';
import {
  drawDays,
  drawFunnel,
  drawMoneyDays,
  drawOrigins,
  drawRevenue,
  drawSections,
  drawWaits,
} from './charts.ts';
import { drawFigures } from './figures.ts';
import { renderTable } from './render-table.ts';
import { STYLE } from './style.ts';

/** What is drawn above a table, by the table's title. */
function drawFor({ title }: Table, data: ReportData): Markup[] {
  switch (title) {
    case 'Funil':
      return [drawFunnel(data)];
    case 'Por origem':
      return drawOrigins(data, 'Receita por origem', nameSource);
    case 'Por campanha':
      return drawOrigins(data, 'Receita por campanha', nameCampaign);
    case 'Por criativo (utm_content)':
      return drawCreatives(data);
    case 'Dinheiro por dia':
      return drawMoneyDays(data);
    case 'Do lead ao pagamento':
      return [html`<p>${describeWaits(data.money)}</p>`, drawWaits(data)];
    case 'Por plataforma':
      return drawRevenue(data.money.platforms, 'Receita por plataforma');
    case 'Por produto':
      return drawRevenue(data.money.products, 'Receita por produto');
    case 'Visitas por dia':
      return [drawDays(data)];
    case 'Seções':
      return [drawSections(data)];
    default:
      return [];
  }
}

function drawCreatives(data: ReportData): Markup[] {
  const origins = data.money.origins.filter(({ content }) => content !== '');
  const money = { ...data.money, origins };
  return drawOrigins({ ...data, money }, 'Receita por criativo', nameCreative);
}

/** Rows that a screen shows at once; a longer table waits below its chart until it is asked for. */
const MOST_ROWS_OPEN = 12;
/** Charts that show every number of their table. */
const TOLD_BY_CHART = ['Funil', 'Do lead ao pagamento', 'Seções'];

function renderSection(table: Table, data: ReportData, index: number): Markup {
  const drawn = drawFor(table, data);
  const isLong = table.rows.length > MOST_ROWS_OPEN;
  const isFolded = drawn.length > 0 && (isLong || TOLD_BY_CHART.includes(table.title));
  const rows = isFolded
    ? html`<details><summary>Tabela com todos os números</summary>${renderTable(table)}</details>`
    : renderTable(table);
  return html`<section aria-labelledby="t${index}"><h2 id="t${index}">${table.title}</h2>${drawn}${rows}</section>`;
}

/** The report as one page that needs nothing else, no network either. */
export function renderPage(data: ReportData, heading: string): string {
  const tables = buildTables(data);
  const notes = describeMoney(data).map((note) => html`<p class="hint-note">${note}</p>`);
  const page = html`<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Relatório: da visita à venda</title>
<style>${STYLE}</style>
</head>
<body>
<header><div><h1>Da visita à venda</h1><p>${heading}</p>${drawFigures(data)}</div></header>
<main>
${notes}
${tables.map((table, index) => renderSection(table, data, index))}
<p class="note">${describeLeads(data)} As etapas até o checkout contam visitas; leads, os cadastros gravados; o dinheiro é o que as plataformas de checkout avisaram, sem os testes. Receita no dia do pagamento, devoluções no delas, em horário de Brasília. Velocidade: o valor que três em cada quatro visitas não passam.</p>
</main>
</body>
</html>
`;
  return page.text;
}
