import { formatCents, formatCount } from '@funil/contract/money';
import { formatShare } from '../format.ts';
import { addStages, type ReportData } from '../model.ts';
import type { Table } from './table.ts';

/** A step of the funnel. */
export interface Step {
  readonly label: string;
  readonly count: number;
  /** What its share is taken of; null: of nothing. */
  readonly of: { readonly count: number; readonly label: string } | null;
  readonly cents: number | null;
}

/** From the visit to the lead, and from the lead to the money and back. */
export function listSteps({ stages, leads, money }: ReportData): {
  toLead: Step[];
  toMoney: Step[];
} {
  const visits = addStages(stages);
  const { total } = money;
  const step = (label: string, count: number, of: Step['of'], cents: number | null = null) => ({
    ...{ label, count, of, cents },
  });
  const ofVisits = { count: visits.visits, label: 'das visitas' };
  const ofClicks = { count: visits.cta, label: 'dos cliques' };
  const ofLeads = { count: leads.stored, label: 'dos leads' };
  const ofCheckout = { count: visits.checkout, label: 'do checkout' };
  const ofPaid = { count: total.paid, label: 'das vendas' };
  return {
    toLead: [
      step('Visitas', visits.visits, null),
      step('Clique no CTA', visits.cta, ofVisits),
      step('Começou o formulário', visits.formStart, ofClicks),
      step('Lead', leads.stored, ofVisits),
    ],
    toMoney: [
      step('Foi ao checkout', visits.checkout, ofLeads),
      step('Pix ou boleto emitido', total.issued, ofCheckout),
      step('Venda paga', total.paid, ofLeads, total.paidCents),
      step('Dinheiro devolvido', total.refunded, ofPaid, total.refundedCents),
    ],
  };
}

/** A step's share in words: `2,4% dos leads`. */
export const describeShare = ({ count, of }: Step): string =>
  of === null || of.count === 0 ? '' : `${formatShare(count, of.count)} ${of.label}`;

export function tableSteps(data: ReportData): Table {
  const { toLead, toMoney } = listSteps(data);
  const visits = toLead[0]?.count ?? 0;
  return {
    title: 'Funil',
    columns: ['Etapa', 'Quantos', 'Conversão', 'Das visitas', 'Valor'],
    rows: [...toLead, ...toMoney].map((step) => [
      step.label,
      formatCount(step.count),
      describeShare(step),
      formatShare(step.count, visits),
      step.cents === null ? '' : formatCents(step.cents),
    ]),
  };
}
