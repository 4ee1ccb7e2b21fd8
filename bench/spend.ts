import { writeFileSync } from 'node:fs';
import { DAY_MS } from '@funil/contract/durations';
import { measureImports } from './import-file.ts';
import type { Table } from './statistics.ts';

const ROWS = Number(process.env.ROWS ?? 100_000);
const ADS = 1_000;

/** Writes an export of Meta's Ads Manager with ROWS rows. */
function writeExport(file: string) {
  const lines = [
    'Dia,Nome da campanha,Identificação da campanha,Nome do conjunto de anúncios,Identificação do conjunto de anúncios,Nome do anúncio,Identificação do anúncio,Impressões,Cliques no link,Valor usado (BRL)',
  ];
  for (let n = 0; n < ROWS; n += 1) {
    const day = new Date(Date.UTC(2026, 0, 1) + Math.floor(n / ADS) * DAY_MS);
    const ad = n % ADS;
    const [set, campaign] = [Math.floor(ad / 5), Math.floor(ad / 50)];
    lines.push(
      `${day.toISOString().slice(0, 10)},LANÇAMENTO ${campaign},${12_025_300_000 + campaign},Público ${set},${12_025_400_000 + set},Criativo ${ad},${12_025_500_000 + ad},${n % 5_000},${n % 90},${n % 200}.${n % 10}7`,
    );
  }
  writeFileSync(file, `${lines.join('\n')}\n`);
}

/** Measures the import of an export by the command, with its start, while leads arrive. KIND selects one database. */
export const benchSpend = (): Promise<Table> =>
  measureImports({ [`spend, ${ROWS} rows`]: { command: 'spend', args: [], write: writeExport } });
