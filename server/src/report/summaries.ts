import type { ReportStep } from '@funil/contract/console/report';
import { describeUnknownFees, formatShare } from '@funil/contract/console/report-columns';
import { toShortLocalTime } from '@funil/contract/local-time';
import { formatCount } from '@funil/contract/money';
import { formatDays } from './format.ts';
import { addStages, type ReportData, type SalesTotals, waitPercentiles } from './model.ts';

/** Returns the steps from the visit to the lead, and from the lead to the payment and its return. */
export function listSteps({ stages, leads, salesTotals }: ReportData): {
  toLead: ReportStep[];
  toMoney: ReportStep[];
} {
  const visits = addStages(stages);
  const { total } = salesTotals;
  const step = (
    label: string,
    count: number,
    of: ReportStep['of'],
    cents: number | null = null,
  ) => ({
    label,
    count,
    of,
    cents,
  });
  const of = (part: number, count: number, label: string) => ({ part, count, label });
  return {
    toLead: [
      step('Visitas', visits.visits, null),
      step(
        'Cliques nos botões',
        visits.cta_clicks,
        of(visits.cta_clicks, visits.visits, 'das visitas'),
      ),
      step(
        'Começou o formulário',
        visits.form_starts,
        of(visits.form_starts, visits.cta_clicks, 'dos cliques'),
      ),
      step('Lead', leads.stored, of(leads.stored, visits.visits, 'das visitas')),
    ],
    toMoney: [
      step('Foi ao checkout', visits.checkouts, of(visits.checkouts, leads.stored, 'dos leads')),
      step(
        'Pix ou boleto emitido',
        total.pending,
        of(total.pending, visits.checkouts, 'do checkout'),
        total.issued_cents,
      ),
      step(
        'Comprador',
        total.buyers,
        of(total.lead_buyers, leads.stored, 'dos leads'),
        total.paid_cents,
      ),
      step(
        'Cobrança devolvida',
        total.refunded,
        of(total.refunded, total.charges, 'das cobranças pagas'),
        total.refunded_cents,
      ),
    ],
  };
}

/** Returns a step's share in words: `2,4% dos leads`. */
export const describeShare = ({ of }: ReportStep): string =>
  of === null || of.count === 0 ? '' : `${formatShare(of.part, of.count)} ${of.label}`;

/** Classes of days from lead to payment; `end` is excluded. */
const WAITS: readonly [label: string, end: number][] = [
  ['menos de 1 hora', 1 / 24],
  ['de 1 a 24 horas', 1],
  ['de 1 a 3 dias', 3],
  ['de 3 a 7 dias', 7],
  ['de 7 a 14 dias', 14],
  ['de 14 a 30 dias', 30],
  ['mais de 30 dias', Number.POSITIVE_INFINITY],
];

export function countWaits({ waits }: SalesTotals): { label: string; sales: number }[] {
  return WAITS.map(([label, end], index) => {
    const start = WAITS[index - 1]?.[1] ?? 0;
    return { label, sales: waits.filter((days) => days >= start && days < end).length };
  });
}

/** Returns how long buyers took in words; an empty text if no wait is known. */
export function describeWaits(salesTotals: SalesTotals): string {
  const { median, p90 } = waitPercentiles(salesTotals);
  if (median === null || p90 === null) return '';
  return `Metade pagou em até ${formatDays(median)} depois do lead; nove em cada dez, em até ${formatDays(p90)}.`;
}

/** Returns notes about missing money: no notices, failed notices, sales without a value. */
export function describeMoney({ salesTotals, revenue }: ReportData): string[] {
  const { hasNotices, failedNotices, withoutValue } = salesTotals;
  const reported = revenue.reduce((sum, { transactions }) => sum + transactions, 0);
  const sentences = hasNotices
    ? []
    : [
        'Nenhum aviso de venda chegou do checkout até agora: por isso não há dinheiro neste relatório. docs/sales.md diz como ligá-lo, e npm run doctor, o que falta.',
      ];
  if (!hasNotices && reported > 0) {
    sentences.push(
      `Pelo navegador, ${reported === 1 ? '1 compra foi informada' : `${formatCount(reported)} compras foram informadas`} na volta do checkout; quem conta dinheiro são os avisos.`,
    );
  }
  if (failedNotices > 0) {
    sentences.push(
      `${failedNotices === 1 ? '1 aviso não foi entendido e ainda não conta' : `${formatCount(failedNotices)} avisos não foram entendidos e ainda não contam`}.`,
    );
  }
  if (withoutValue > 0) {
    sentences.push(
      withoutValue === 1
        ? '1 cobrança paga não tem valor em reais e não entra no vendido.'
        : `${formatCount(withoutValue)} cobranças pagas não têm valor em reais e não entram no vendido.`,
    );
  }
  const { refunds_unknown } = salesTotals.total;
  if (refunds_unknown > 0) {
    sentences.push(
      refunds_unknown === 1
        ? '1 devolução parcial está sem valor informado e não entra no devolvido: o lucro é estimado.'
        : `${formatCount(refunds_unknown)} devoluções parciais estão sem valor informado e não entram no devolvido: o lucro é estimado.`,
    );
  }
  const unknownFees = describeUnknownFees(salesTotals.total);
  if (unknownFees !== '') sentences.push(unknownFees);
  if (salesTotals.isMaturing) {
    sentences.push(
      'Ainda amadurecendo: metade do tempo em que nove de cada dez costumam pagar ainda não passou para os leads mais novos.',
    );
  }
  return sentences;
}

/** Returns until when visits are counted: `Visitas contadas até 01/03/2026, 14:03.`; empty if none is. */
export const describeCountedUntil = ({ countedUntil }: Pick<ReportData, 'countedUntil'>): string =>
  countedUntil === null
    ? ''
    : `Visitas contadas até ${toShortLocalTime(Date.parse(countedUntil))}.`;

/** Returns a note about stored leads. */
export function describeLeads({ leads }: ReportData): string {
  const stored =
    leads.stored === 1 ? '1 lead gravado' : `${formatCount(leads.stored)} leads gravados`;
  const known =
    leads.withVisit === 1
      ? '1 ligado à visita que o trouxe'
      : `${formatCount(leads.withVisit)} ligados à visita que os trouxe`;
  return `${stored} no período; ${known}.`;
}
