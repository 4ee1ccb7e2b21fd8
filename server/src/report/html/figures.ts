import { formatCents, formatCount } from '@funil/contract/money';
import { html, type Markup } from '../../markup/html.ts';
import { formatDays, formatShare } from '../format.ts';
import { addStages, type ReportData } from '../model.ts';
import { percentile } from '../money.ts';

interface Figure {
  readonly name: string;
  readonly value: string;
  readonly note: string;
}

const perUnit = (cents: number, of: number) =>
  of === 0 ? '–' : formatCents(Math.round(cents / of));

function listFigures({ money, leads, stages }: ReportData): Figure[] {
  const { total, withoutOrigin, waits } = money;
  const { visits } = addStages(stages);
  const median = percentile(waits, 0.5);
  const most = percentile(waits, 0.9);
  const withLead = total.paid - withoutOrigin.paid;
  return [
    {
      name: 'Receita',
      value: formatCents(total.paidCents),
      note: `${formatCount(total.paid)} ${total.paid === 1 ? 'venda paga' : 'vendas pagas'}, em média ${perUnit(total.paidCents, total.paid)}`,
    },
    {
      name: 'Devolvido',
      value: formatCents(total.refundedCents),
      note: `${formatCount(total.refunded)} ${total.refunded === 1 ? 'venda' : 'vendas'}, ${formatShare(total.refunded, total.paid)} das pagas`,
    },
    {
      name: 'Pendente',
      value: formatCents(total.pendingCents),
      note: 'Pix e boletos emitidos no período e ainda não pagos',
    },
    {
      name: 'Lead → venda',
      value: formatShare(withLead, leads.stored),
      note: `${formatCount(withLead)} de ${formatCount(leads.stored)} leads; sem origem: ${formatCount(withoutOrigin.paid)}`,
    },
    {
      name: 'Por visita',
      value: perUnit(total.paidCents, visits),
      note: `receita por visita, de ${formatCount(visits)}`,
    },
    {
      name: 'Por lead',
      value: perUnit(total.paidCents, leads.stored),
      note: `receita por lead, de ${formatCount(leads.stored)}`,
    },
    {
      name: 'Do lead ao pagamento',
      value: median === null ? '–' : formatDays(median),
      note: most === null ? 'mediana' : `mediana; 9 em cada 10 em até ${formatDays(most)}`,
    },
  ];
}

/** The report in seven numbers. */
export function drawFigures(data: ReportData): Markup {
  const figures = listFigures(data).map(
    ({ name, value, note }) =>
      html`<div><dt>${name}</dt><dd><strong>${value}</strong><small>${note}</small></dd></div>`,
  );
  return html`<dl class="figures">${figures}</dl>`;
}
