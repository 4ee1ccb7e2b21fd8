import { formatCents, formatCount } from '@funil/contract/money';
import { html, type Markup } from '../../markup/html.ts';
import { formatDays, formatPerUnit, formatShare } from '../format.ts';
import { addStages, type ReportData, waitPercentiles } from '../model.ts';
import { describeLeads, describeMoney, describeWaits } from '../summaries.ts';
import {
  buildTables,
  campaignLabel,
  creativeLabel,
  onlyCreatives,
  sourceLabel,
  type Table,
  type TableId,
} from '../tables.ts';
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

function listFigures({ salesTotals, leads, stages }: ReportData): Figure[] {
  const { total, withoutOrigin } = salesTotals;
  const { visits } = addStages(stages);
  const { median, p90 } = waitPercentiles(salesTotals);
  const withLead = total.sales - withoutOrigin.sales;
  return [
    {
      name: 'Receita',
      value: formatCents(total.paid_cents),
      note: `${formatCount(total.sales)} ${total.sales === 1 ? 'venda paga' : 'vendas pagas'}, em média ${formatPerUnit(total.paid_cents, total.sales)}`,
    },
    {
      name: 'Devolvido',
      value: formatCents(total.refunded_cents),
      note: `${formatCount(total.refunded)} ${total.refunded === 1 ? 'venda' : 'vendas'}, ${formatShare(total.refunded, total.sales)} das pagas`,
    },
    {
      name: 'Pendente',
      value: formatCents(total.pending_cents),
      note: 'Pix e boletos emitidos no período e ainda não pagos',
    },
    {
      name: 'Lead → venda',
      value: formatShare(withLead, leads.stored),
      note: `${formatCount(withLead)} de ${formatCount(leads.stored)} leads; sem origem: ${formatCount(withoutOrigin.sales)}`,
    },
    {
      name: 'Por visita',
      value: formatPerUnit(total.paid_cents, visits),
      note: `receita por visita, de ${formatCount(visits)}`,
    },
    {
      name: 'Por lead',
      value: formatPerUnit(total.paid_cents, leads.stored),
      note: `receita por lead, de ${formatCount(leads.stored)}`,
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

/** On a phone, a table with more columns shows them below each other. */
const MAX_COLUMNS_ON_PHONE = 4;

/** Has explicit roles, because with `display: block` (phones) a screen reader sees no table. */
function renderTable({ title, columns, rows }: Table): Markup {
  const head = columns.map((column) => html`<th role="columnheader" scope="col">${column}</th>`);
  const body = rows.map(([first = '', ...cells]) => {
    const numbers = cells.map(
      (cell, index) => html`<td role="cell" data-column="${columns[index + 1] ?? ''}">${cell}</td>`,
    );
    return html`<tr role="row"><th role="rowheader" scope="row">${first}</th>${numbers}</tr>`;
  });
  const kind = columns.length > MAX_COLUMNS_ON_PHONE ? 'wide' : 'narrow';
  return html`<table role="table" class="${kind}"><caption>${title}</caption>
<thead role="rowgroup"><tr role="row">${head}</tr></thead><tbody role="rowgroup">${body}</tbody></table>`;
}

/** The charts above each table. */
const CHARTS: Partial<Record<TableId, (data: ReportData) => Markup[]>> = {
  funnel: (data) => [drawFunnel(data)],
  origins: (data) => drawOrigins(data, 'Receita por origem', sourceLabel),
  campaigns: (data) => drawOrigins(data, 'Receita por campanha', campaignLabel),
  creatives: (data) => drawOrigins(onlyCreatives(data), 'Receita por criativo', creativeLabel),
  'money-days': drawMoneyDays,
  waits: (data) => [html`<p>${describeWaits(data.salesTotals)}</p>`, drawWaits(data)],
  platforms: ({ salesTotals }) => drawRevenue(salesTotals.platforms, 'Receita por plataforma'),
  products: ({ salesTotals }) => drawRevenue(salesTotals.products, 'Receita por produto'),
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
  const rows = isCollapsed
    ? html`<details><summary>Tabela com todos os números</summary>${renderTable(table)}</details>`
    : renderTable(table);
  return html`<section aria-labelledby="t${index}"><h2 id="t${index}">${table.title}</h2>${drawn}${rows}</section>`;
}

/** Returns the report as one HTML page without other files. */
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
