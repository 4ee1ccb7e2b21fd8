import { countOf, formatCents, formatMoney } from '@funil/contract/money';
import { readStoredLines, SpendLines, type StoredLine } from '../ads/spend-lines.ts';
import { addTax } from '../ads/tax.ts';
import type { AdTaxRate } from '../config/spend.ts';
import type { Database } from '../store/database.ts';
import { readSpendRows, type SpendFile } from './read-spend.ts';

type SpendPreview = Awaited<ReturnType<typeof previewSpend>>;

/** Returns what the import of a file would do. Writes nothing. @throws FileRefusal */
export async function previewSpend(database: Database, file: SpendFile, tax: readonly AdTaxRate[]) {
  const lines = new SpendLines();
  const costs = new Map<string, number>();
  const skipped = { totals: 0, withoutSpend: 0 };
  for await (const batch of readSpendRows(file, skipped)) {
    for (const row of batch) {
      lines.add(row);
      costs.set(row.currency, (costs.get(row.currency) ?? 0) + addTax(row, tax));
    }
  }
  const { days, rows, ads, adsWithoutId } = lines;
  const [from = null, until = null] = [days[0], days.at(-1)];
  const stored =
    from === null || until === null
      ? []
      : await readStoredLines(database, { network: file.kind, from, until });
  return {
    rows,
    ads,
    /** Ads that are matched to visits only by name. */
    adsWithoutId,
    days: days.length,
    /** Null: the file has no spend. */
    from,
    until,
    totals: [...lines.totals].map(([currency, spendCents]) => ({
      currency,
      spendCents,
      costCents: costs.get(currency) ?? spendCents,
    })),
    skipped,
    /** Stored rows of the network on these days that the import replaces, and those that it keeps. */
    replaces: sumRows(stored.filter((line) => lines.replaces(line))),
    keeps: sumRows(stored.filter((line) => !lines.replaces(line))),
  };
}

const sumRows = (lines: readonly StoredLine[]) => ({
  rows: lines.reduce((count, line) => count + line.rows, 0),
  /** Only of the rows in reais. */
  spendCents: lines
    .filter(({ currency }) => currency === 'BRL')
    .reduce((cents, line) => cents + line.spendCents, 0),
});

const rowsOf = (rows: number) => countOf(rows, 'linha', 'linhas');
const adsOf = (ads: number) => countOf(ads, 'anúncio', 'anúncios');
const toDay = (day: string) => day.split('-').toReversed().join('/');

/** Returns what operators read about it, in Portuguese. */
export function describeSpend(preview: SpendPreview): string[] {
  const { rows, ads, adsWithoutId, days, from, until, totals, skipped, replaces, keeps } = preview;
  if (from === null || until === null) return ['O arquivo não tem nenhum gasto.'];
  return [
    `${rowsOf(rows)}, ${adsOf(ads)}, ${countOf(days, 'dia', 'dias')}, de ${toDay(from)} a ${toDay(until)}.`,
    ...totals.map(describeTotal),
    replaces.rows > 0 &&
      `Substitui ${describeRows(replaces)} já guardadas destes anúncios nestes dias.`,
    keeps.rows > 0 && `Mantém ${describeRows(keeps)} de outros anúncios nestes dias.`,
    adsWithoutId > 0 &&
      `${adsOf(adsWithoutId)} sem identificação: só o nome liga o gasto às visitas. Para ligar sempre, exporte com a coluna “Identificação do anúncio”.`,
    skipped.totals > 0 &&
      `${rowsOf(skipped.totals)} de totais, sem dia ou sem campanha, não contam.`,
    skipped.withoutSpend > 0 && `${rowsOf(skipped.withoutSpend)} sem valor gasto não contam.`,
  ].filter((note) => note !== false);
}

/** Of 0, which may be rows in another currency, no amount is said. */
const describeRows = ({ rows, spendCents }: SpendPreview['keeps']) =>
  spendCents === 0 ? rowsOf(rows) : `${rowsOf(rows)} (${formatCents(spendCents)})`;

function describeTotal({ currency, spendCents, costCents }: SpendPreview['totals'][number]) {
  const cost = `, ${formatMoney(currency, costCents)} com o imposto`;
  const apart = currency === 'BRL' ? '' : ', que fica à parte: não se soma com reais';
  return `${formatMoney(currency, spendCents)} gastos${costCents === spendCents ? '' : cost}${apart}.`;
}
