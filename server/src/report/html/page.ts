import { feesCents, hasKnownNet, toProfit } from '@funil/contract/console/origins';
import { formatCents, formatCount } from '@funil/contract/money';
import { html, type Markup } from '../../markup/html.ts';
import { formatDays, formatShare } from '../format.ts';
import { type ReportData, waitPercentiles } from '../model.ts';
import { describeLeads, describeMoney, describeWaits } from '../summaries.ts';
import { buildTables, type Table, type TableId } from '../tables.ts';
import {
  drawDays,
  drawFunnel,
  drawMoneyDays,
  drawOrigins,
  drawRevenue,
  drawSections,
  drawWaits,
} from './charts.ts';
import { STYLE } from './style.ts';

interface Figure {
  readonly name: string;
  readonly value: string;
  readonly note: string;
}

function listFigures({ salesTotals, leads }: ReportData): Figure[] {
  const { total, withoutOrigin } = salesTotals;
  const { median, p90 } = waitPercentiles(salesTotals);
  const { profit_cents, profit_is_estimate } = toProfit(total);
  const isNetKnown = hasKnownNet(total);
  return [
    {
      name: profit_is_estimate ? 'Lucro estimado' : 'Lucro',
      value: formatCents(profit_cents),
      note: 'o líquido, menos o devolvido e o custo dos anúncios',
    },
    {
      name: 'Vendido',
      value: formatCents(total.paid_cents),
      note: `${formatCount(total.sales)} ${total.sales === 1 ? 'venda' : 'vendas'} a ${formatCount(total.buyers)} ${total.buyers === 1 ? 'comprador' : 'compradores'}; ${formatCount(total.renewals)} ${total.renewals === 1 ? 'renovação' : 'renovações'}`,
    },
    {
      name: 'Líquido',
      value: isNetKnown ? formatCents(total.net_cents) : '–',
      note: isNetKnown
        ? `taxas e comissões: ${formatCents(feesCents(total))}`
        : 'os avisos não dizem as taxas',
    },
    {
      name: 'Devolvido',
      value: formatCents(total.refunded_cents),
      note: `${formatCount(total.refunded)} de ${formatCount(total.charges)} cobranças pagas`,
    },
    {
      name: 'Custo dos anúncios',
      value: formatCents(total.cost_cents),
      note: `sem origem: ${formatCents(withoutOrigin.cost_cents)}; gasto sem o imposto: ${formatCents(total.spend_cents)}`,
    },
    {
      name: 'Em aberto',
      value: formatCents(total.pending_cents),
      note: `${formatCount(total.open)} de ${formatCount(total.pending)} Pix e boletos emitidos (${formatCents(total.issued_cents)})`,
    },
    {
      name: 'Lead → comprador',
      value: formatShare(total.lead_buyers, leads.stored),
      note: `${formatCount(total.lead_buyers)} de ${formatCount(leads.stored)} leads destes dias`,
    },
    {
      name: 'Do lead ao pagamento',
      value: median === null ? '–' : formatDays(median),
      note: p90 === null ? 'mediana' : `mediana; 9 em cada 10 em até ${formatDays(p90)}`,
    },
  ];
}

function drawFigures(data: ReportData): Markup {
  const figures = listFigures(data).map(
    ({ name, value, note }) =>
      html`<div><dt>${name}</dt><dd><strong>${value}</strong><small>${note}</small></dd></div>`,
  );
  return html`<dl class="figures">${figures}</dl>`;
}

/** On a phone, a table with more columns shows them below each other; */
const MAX_COLUMNS_ON_PHONE = 4;
/** with still more of them, also in all but the widest windows. */
const MAX_COLUMNS = 10;

function describeWidth({ columns }: Table): string {
  if (columns.length > MAX_COLUMNS) return 'wide widest';
  return columns.length > MAX_COLUMNS_ON_PHONE ? 'wide' : 'narrow';
}

/** Has explicit roles, because with `display: block` (phones) a screen reader sees no table. */
function renderTable({ title, columns, rows }: Table, kind: string): Markup {
  const head = columns.map((column) => html`<th role="columnheader" scope="col">${column}</th>`);
  const body = rows.map(([first = '', ...cells]) => {
    const numbers = cells.map(
      (cell, index) => html`<td role="cell" data-column="${columns[index + 1] ?? ''}">${cell}</td>`,
    );
    return html`<tr role="row"><th role="rowheader" scope="row">${first}</th>${numbers}</tr>`;
  });
  return html`<table role="table" class="${kind}"><caption>${title}</caption>
<thead role="rowgroup"><tr role="row">${head}</tr></thead><tbody role="rowgroup">${body}</tbody></table>`;
}

/** The charts above each table. */
const CHARTS: Partial<Record<TableId, (data: ReportData) => Markup[]>> = {
  funnel: (data) => [drawFunnel(data)],
  source: (data) => drawOrigins(data, 'source'),
  campaign: (data) => drawOrigins(data, 'campaign'),
  creative: (data) => drawOrigins(data, 'creative'),
  'money-days': drawMoneyDays,
  waits: (data) => [html`<p>${describeWaits(data.salesTotals)}</p>`, drawWaits(data)],
  platforms: ({ salesTotals }) => drawRevenue(salesTotals.platforms, 'Vendido por plataforma'),
  products: ({ salesTotals }) => drawRevenue(salesTotals.products, 'Vendido por produto'),
  'visit-days': (data) => [drawDays(data)],
  sections: (data) => [drawSections(data)],
};

/** A longer table is collapsed below its chart. */
const MAX_ROWS_OPEN = 12;
/** Tables whose chart shows every number. */
const SHOWN_BY_CHART: readonly TableId[] = ['funnel', 'waits', 'sections'];

function renderSection(table: Table, data: ReportData, index: number): Markup {
  const drawn = CHARTS[table.id]?.(data) ?? [];
  const isLong = table.rows.length > MAX_ROWS_OPEN;
  const isCollapsed = drawn.length > 0 && (isLong || SHOWN_BY_CHART.includes(table.id));
  const count = table.rows.length;
  const label = `Tabela com ${count === 1 ? '1 linha' : `${formatCount(count)} linhas`}`;
  const kind = describeWidth(table);
  // style.ts opens the others where they fit.
  const rows = html`<details class="${isCollapsed ? 'collapsed' : 'open'} ${kind}"><summary>${label}</summary>${renderTable(table, kind)}</details>`;
  return html`<section aria-labelledby="t${index}"><h2 id="t${index}">${table.title}</h2>${drawn}${rows}</section>`;
}

/** What the page says and looks like besides its numbers. */
export interface PageHead {
  /** The seller's product; null: the site is not built. */
  readonly product: string | null;
  /** The days in words. */
  readonly period: string;
  /** The rules that contain the site's fonts (fonts.ts). */
  readonly fonts: Markup;
}

/** Returns the report as one HTML page without other files. */
export function renderPage(data: ReportData, { product, period, fonts }: PageHead): string {
  const tables = buildTables(data);
  const notes = [describeMoney(data)].flat().map((note) => html`<p class="hint-note">${note}</p>`);
  const page = html`<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${product ? `${product}: ` : ''}relatório, ${period}</title>
<style>${fonts}${STYLE}</style>
</head>
<body>
<header><div>${product ? [html`<p class="brand">${product}</p>`] : []}<h1>Da visita à venda</h1><p>${period}</p>${drawFigures(data)}</div></header>
<main>
${notes}
${tables.map((table, index) => renderSection(table, data, index))}
<p class="note">${describeLeads(data)} As etapas até o checkout contam visitas; leads, os cadastros gravados; o dinheiro é o que as plataformas de checkout avisaram, sem os testes. Vendido no dia do pagamento, devoluções no delas, em horário de Brasília. Lucro: o líquido (onde o aviso não o diz, o vendido), menos o devolvido e o custo dos anúncios. Velocidade: o valor que três em cada quatro visitas não passam.</p>
</main>
</body>
</html>
`;
  return page.text;
}
