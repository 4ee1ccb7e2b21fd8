import type { SpendPreview } from '@funil/contract/console/spend';
import { readStoredLines, SpendLines } from '../ads/spend-lines.ts';
import { addTax } from '../ads/tax.ts';
import type { AdTaxRate } from '../config/spend.ts';
import type { Database } from '../store/database.ts';
import { readSpendRows, type SpendFile } from './read-spend.ts';

/** Returns what the import of a file would do. Writes nothing. @throws FileRefusal */
export async function previewSpend(
  database: Database,
  file: SpendFile,
  tax: readonly AdTaxRate[],
): Promise<SpendPreview> {
  const lines = new SpendLines();
  const costs = new Map<string, number>();
  const skipped = { totals: 0, without_spend: 0 };
  for await (const batch of readSpendRows(file, skipped)) {
    for (const row of batch) {
      lines.add(row);
      costs.set(row.currency, (costs.get(row.currency) ?? 0) + addTax(row, tax));
    }
  }
  const { days } = lines;
  const [from = null, until = null] = [days[0], days.at(-1)];
  const stored =
    from === null || until === null
      ? []
      : await readStoredLines(database, { network: file.kind, from, until });
  const sum = (some: typeof stored) => ({
    rows: some.reduce((count, line) => count + line.rows, 0),
    spend_cents: some
      .filter(({ currency }) => currency === 'BRL')
      .reduce((cents, line) => cents + line.spendCents, 0),
  });
  return {
    rows: lines.rows,
    ads: lines.ads,
    ads_without_id: lines.adsWithoutId,
    days: days.length,
    from,
    until,
    totals: [...lines.totals].map(([currency, spend_cents]) => ({
      currency,
      spend_cents,
      cost_cents: costs.get(currency) ?? spend_cents,
    })),
    skipped,
    replaces: sum(stored.filter((line) => lines.replaces(line))),
    keeps: sum(stored.filter((line) => !lines.replaces(line))),
  };
}
