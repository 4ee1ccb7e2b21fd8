import { dayOf } from '@funil/contract/brasilia';
import { formatQuantity } from '@funil/contract/counts';
import { toLocalDay, toShortLocalTime } from '@funil/contract/local-time';
import { formatCents } from '@funil/contract/money';
import type { ConfidenceInterval, ReportTest, TestEnd } from '@funil/contract/page/page-test';
import type { ReportStep } from '@funil/contract/report/report';
import { describeUnknownFees, excludedRobotsLabel } from '@funil/contract/report/report-columns';
import { type SalesTotals, waitPercentiles } from '../money-totals.ts';
import type { ReportData } from '../report-data.ts';
import { sumStages } from '../stage-sums.ts';
import { formatDays } from './format.ts';

export function listSteps({ stages, leads, salesTotals }: ReportData): {
  toLead: ReportStep[];
  toMoney: ReportStep[];
} {
  const { visits, cta_clicks, form_starts, checkouts } = sumStages(stages);
  const { total } = salesTotals;
  return {
    toLead: [
      { label: 'Visitas', count: visits, of: null, cents: null },
      toStep('Cliques nos botões', cta_clicks, [visits, 'das visitas']),
      toStep('Começou o formulário', form_starts, [cta_clicks, 'dos cliques']),
      toStep('Lead', leads.stored, [visits, 'das visitas']),
    ],
    toMoney: [
      toStep('Foi ao checkout', checkouts, [leads.stored, 'dos leads']),
      {
        ...toStep('Pix ou boleto emitido', total.pending, [checkouts, 'do checkout']),
        cents: total.issued_cents,
      },
      {
        ...toStep('Comprador', total.buyers, [leads.stored, 'dos leads'], total.lead_buyers),
        cents: total.paid_cents,
      },
      {
        ...toStep('Cobrança devolvida', total.refunded, [total.charges, 'das cobranças pagas']),
        cents: total.refunded_cents,
      },
    ],
  };
}

/** Gives no share if `part` exceeds `whole`: an imported file may hold more leads than the page had visits. */
const toStep = (
  label: string,
  count: number,
  [whole, ofWhole]: readonly [count: number, label: string],
  part = count,
): ReportStep => ({
  label,
  count,
  of: part > whole ? null : { part, count: whole, label: ofWhole },
  cents: null,
});

/** Classes of the time from lead to payment; `end` is excluded. */
const WAIT_CLASSES: readonly [label: string, end: number][] = [
  ['menos de 1 hora', 1 / 24],
  ['de 1 a 24 horas', 1],
  ['de 1 a 3 dias', 3],
  ['de 3 a 7 dias', 7],
  ['de 7 a 14 dias', 14],
  ['de 14 a 30 dias', 30],
  ['mais de 30 dias', Number.POSITIVE_INFINITY],
];

export function countWaits({ waits }: SalesTotals): { label: string; sales: number }[] {
  return WAIT_CLASSES.map(([label, end], index) => {
    const start = WAIT_CLASSES[index - 1]?.[1] ?? 0;
    return { label, sales: waits.filter((days) => days >= start && days < end).length };
  });
}

export function describeWaits(salesTotals: Pick<SalesTotals, 'waits'>): string {
  const { median, p90 } = waitPercentiles(salesTotals);
  // A median of one sale says nothing.
  if (salesTotals.waits.length < 2 || median === null || p90 === null) return '';
  return `Metade pagou em até ${formatDays(median)} depois do lead; nove em cada dez, em até ${formatDays(p90)}.`;
}

export function listMoneyCaveats(data: Pick<ReportData, 'salesTotals' | 'revenue'>): string[] {
  const { salesTotals, revenue } = data;
  const { hasNotices, failedNotices, paidWithoutValue, total, isMaturing } = salesTotals;
  const reported = revenue.reduce((sum, { transactions }) => sum + transactions, 0);
  return [
    !hasNotices &&
      'Nenhum aviso de venda chegou do checkout até agora: por isso não há dinheiro neste relatório. docs/sales.md diz como ligá-lo, e npm run doctor, o que falta.',
    !hasNotices &&
      reported > 0 &&
      `Pelo navegador, ${formatQuantity(reported, 'compra foi informada', 'compras foram informadas')} na volta do checkout; quem conta dinheiro são os avisos.`,
    failedNotices > 0 &&
      `${formatQuantity(failedNotices, 'aviso não foi entendido e ainda não conta', 'avisos não foram entendidos e ainda não contam')}.`,
    paidWithoutValue > 0 &&
      `${formatQuantity(paidWithoutValue, 'cobrança paga não tem valor em reais e não entra', 'cobranças pagas não têm valor em reais e não entram')} no vendido.`,
    total.refunds_unknown > 0 &&
      `${formatQuantity(total.refunds_unknown, 'devolução parcial está sem valor informado e não entra', 'devoluções parciais estão sem valor informado e não entram')} no devolvido: o lucro é estimado.`,
    describeUnknownFees(total),
    isMaturing &&
      'Ainda amadurecendo: metade do tempo em que nove de cada dez costumam pagar ainda não passou para os leads mais novos.',
  ]
    .filter((sentence) => sentence !== false)
    .filter((sentence) => sentence !== '');
}

const changeFormat = new Intl.NumberFormat('pt-BR', {
  style: 'percent',
  maximumFractionDigits: 0,
  signDisplay: 'exceptZero',
});

function describeChanges(test: ReportTest): string {
  const changes: [string, ConfidenceInterval | null, (end: number) => string][] = [
    ['Leads', test.leads_change, changeFormat.format],
    ['Compradores', test.buyers_change, changeFormat.format],
    ['Líquido', test.net_change_cents, formatCents],
  ];
  const unknown = changes.flatMap(([label, range]) => (range ? [] : [label.toLowerCase()]));
  return [
    ...changes.flatMap(([label, range, format]) =>
      range
        ? `${label} por visitante, na B: de ${format(range.low)} a ${format(range.high)} em relação à A.`
        : [],
    ),
    ...(unknown.length > 0
      ? [
          `Ainda é cedo para dizer de quanto é a diferença em ${new Intl.ListFormat('pt-BR').format(unknown)}.`,
        ]
      : []),
  ].join(' ');
}

const formatDate = (time: string): string => toLocalDay(dayOf(Date.parse(time)));

const describeEnd = ({ at, by, texts, kept }: TestEnd): string =>
  `Encerrado ${by ? `por ${by}` : 'à mão'} em ${formatDate(at)}: ${
    kept ? `ficou a ${kept.toUpperCase()}` : 'não ficou nenhuma das duas'
  }. A: “${texts.a}” B: “${texts.b}”`;

export function describeVerdict({ ended, verdict, verdict_by, has_wrong_shares }: ReportTest) {
  if (has_wrong_shares) {
    return 'As versões não aparecem meio a meio, e nenhum veredito vale: algo na página ou nos anúncios trata as duas de modo diferente.';
  }
  if (verdict === null) return ended ? 'Sem veredito.' : 'Ainda sem veredito.';
  const people = verdict_by === 'leads' ? 'leads' : 'compradores';
  return `A versão ${verdict.toUpperCase()} traz mais ${people} por visitante.`;
}

export function describeTest(test: ReportTest): string {
  const { ended, verdict_by, saw_both, is_maturing } = test;
  return [
    ended && describeEnd(ended),
    verdict_by === 'leads' &&
      is_maturing &&
      'Só os leads decidem: o dinheiro ainda amadurece, e muitos deles ainda podem comprar.',
    `Visitas de ${formatDate(test.first_visit_at)} a ${formatDate(test.last_visit_at)}.`,
    describeChanges(test),
    saw_both > 0 &&
      `${formatQuantity(saw_both, 'visita ou pessoa viu as duas e conta', 'visitas ou pessoas viram as duas e contam')} na primeira que viu${saw_both > 1 ? 'ram' : ''}.`,
  ]
    .filter((sentence) => sentence !== false && sentence !== null)
    .join(' ');
}

/** Returns `Visitas contadas até 01/03/2026, 14:03.`; an empty text without a visit. */
export const describeCountedUntil = ({ countedUntil }: Pick<ReportData, 'countedUntil'>): string =>
  countedUntil === null
    ? ''
    : `Visitas contadas até ${toShortLocalTime(Date.parse(countedUntil))}.`;

/** Returns `Sem 312 visitas de robôs e 4 leads deles.`; an empty text without robots. */
export const describeExcluded = ({ excluded }: Pick<ReportData, 'excluded'>): string =>
  excludedRobotsLabel(excluded) && `S${excludedRobotsLabel(excluded).slice(1)}.`;

export const describeLeads = ({ leads: { stored, withVisit } }: ReportData): string =>
  `${formatQuantity(stored, 'lead gravado', 'leads gravados')} no período; ${formatQuantity(withVisit, 'ligado à visita que o trouxe', 'ligados à visita que os trouxe')}.`;
