import { formatQuantity } from '@funil/contract/counts';
import { toLocalDay } from '@funil/contract/local-time';
import { formatCents, formatMoney } from '@funil/contract/money';
import { readStoredLines, SpendLines, type StoredLine } from '../ads/spend-lines.ts';
import { addTax } from '../ads/tax.ts';
import type { AdTaxRate } from '../config/spend.ts';
import type { Database } from '../store/database.ts';
import { EMPTY_SUMMARY, type ImportSummary } from './import-counter.ts';
import { readSpendRows, type SpendFile } from './read-spend.ts';

/** @throws FileRefusal */
export async function previewSpend(
  database: Database,
  file: SpendFile,
  tax: readonly AdTaxRate[],
): Promise<ImportSummary> {
  const lines = new SpendLines();
  const costs = new Map<string, number>();
  const skipped = { totalRows: 0, withoutSpend: 0 };
  for await (const batch of readSpendRows(file, skipped)) {
    for (const row of batch) {
      lines.add(row);
      costs.set(row.currency, (costs.get(row.currency) ?? 0) + addTax(row, tax));
    }
  }
  const { days, rowCount, adCount, adsWithoutId, centsByCurrency } = lines;
  const [from, until] = [days[0], days.at(-1)];
  if (from === undefined || until === undefined) {
    return { ...EMPTY_SUMMARY, notes: ['O arquivo não tem nenhum gasto.'] };
  }
  const storedLines = await readStoredLines(database, { network: file.kind, from, until });
  const replacedSums = sumLines(storedLines.filter((line) => lines.replaces(line)));
  const keptSums = sumLines(storedLines.filter((line) => !lines.replaces(line)));
  const notes = [
    `${formatRowCount(rowCount)}, ${formatAdCount(adCount)}, ${formatQuantity(days.length, 'dia', 'dias')}, de ${toLocalDay(from)} a ${toLocalDay(until)}.`,
    ...[...centsByCurrency].map(([currency, cents]) =>
      describeTotal(currency, cents, costs.get(currency)),
    ),
    replacedSums.rows > 0 &&
      `Substitui ${describeRows(replacedSums)} já guardadas destes anúncios nestes dias.`,
    keptSums.rows > 0 && `Mantém ${describeRows(keptSums)} de outros anúncios nestes dias.`,
    adsWithoutId > 0 &&
      `${formatAdCount(adsWithoutId)} sem identificação: só o nome liga o gasto às visitas. Para ligar sempre, exporte com a coluna “Identificação do anúncio”.`,
    skipped.totalRows > 0 &&
      `${formatRowCount(skipped.totalRows)} de totais, sem dia ou sem campanha, não contam.`,
    skipped.withoutSpend > 0 &&
      `${formatRowCount(skipped.withoutSpend)} sem valor gasto não contam.`,
  ].filter((note) => note !== false);
  const counts = { ...EMPTY_SUMMARY.counts, new: rowCount, changed: replacedSums.rows };
  return { ...EMPTY_SUMMARY, counts, notes };
}

const sumLines = (lines: readonly StoredLine[]) => ({
  rows: lines.reduce((count, line) => count + line.rows, 0),
  spendCents: lines
    .filter(({ currency }) => currency === 'BRL')
    .reduce((cents, line) => cents + line.spend_cents, 0),
});

const formatRowCount = (rows: number) => formatQuantity(rows, 'linha', 'linhas');
const formatAdCount = (ads: number) => formatQuantity(ads, 'anúncio', 'anúncios');

/** Returns `3 linhas (R$ 5,00)`; without the sum if no row has a spend in reais. */
const describeRows = ({ rows, spendCents }: ReturnType<typeof sumLines>) =>
  spendCents === 0 ? formatRowCount(rows) : `${formatRowCount(rows)} (${formatCents(spendCents)})`;

function describeTotal(currency: string, spendCents: number, costCents = spendCents) {
  const cost = `, ${formatMoney(currency, costCents)} com o imposto`;
  const note = currency === 'BRL' ? '' : ', que fica à parte: não se soma com reais';
  return `${formatMoney(currency, spendCents)} gastos${costCents === spendCents ? '' : cost}${note}.`;
}
