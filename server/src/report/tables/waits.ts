import { formatCount } from '@funil/contract/money';
import { formatDays, formatShare } from '../format.ts';
import type { ReportData } from '../model.ts';
import { type MoneyData, percentile } from '../money.ts';
import type { Table } from './table.ts';

/** Whole days from lead to payment, by their ends. */
const WAITS: readonly [label: string, most: number][] = [
  ['menos de 1 hora', 1 / 24],
  ['de 1 a 24 horas', 1],
  ['de 1 a 3 dias', 3],
  ['de 3 a 7 dias', 7],
  ['de 7 a 14 dias', 14],
  ['de 14 a 30 dias', 30],
  ['mais de 30 dias', Number.POSITIVE_INFINITY],
];

export function countWaits({ waits }: MoneyData): { label: string; sales: number }[] {
  let least = 0;
  return WAITS.map(([label, most]) => {
    const from = least;
    least = most;
    return { label, sales: waits.filter((days) => days >= from && days < most).length };
  });
}

export function tableWaits({ money }: ReportData): Table {
  const { waits } = money;
  const rows = countWaits(money).map(({ label, sales }) => [
    label,
    formatCount(sales),
    formatShare(sales, waits.length),
  ]);
  return {
    title: 'Do lead ao pagamento',
    columns: ['Tempo', 'Vendas', 'Das vendas com lead conhecido'],
    rows: waits.length > 0 ? rows : [],
  };
}

/** How long buyers took: `metade pagou em até 1,2 dia; nove em cada dez, em até 6 dias`. */
export function describeWaits({ waits }: MoneyData): string {
  const [half, most] = [percentile(waits, 0.5), percentile(waits, 0.9)];
  if (half === null || most === null) return '';
  return `Metade pagou em até ${formatDays(half)} depois do lead; nove em cada dez, em até ${formatDays(most)}.`;
}
