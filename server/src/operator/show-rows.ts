import { writeFileSync } from 'node:fs';
import type { Cell } from './csv.ts';
import { toCsv } from './csv.ts';
import { toTable } from './table.ts';

type Rows = readonly Record<string, Cell>[];

export interface Listing {
  readonly rows: Rows;
  /** Columns of the CSV file: all of them. */
  readonly columns: readonly string[];
  /** Columns of the printed table: what fits a terminal. */
  readonly shown: readonly string[];
  /** What one row is called, and several: lead, leads. */
  readonly noun: readonly [one: string, many: string];
}

/** Prints a listing, or writes it to a CSV file that only its owner can read. */
export function showRows(
  listing: Listing,
  file: string | undefined,
  print: (text: string) => void,
) {
  const { rows, noun } = listing;
  const count = `${rows.length} ${rows.length === 1 ? noun[0] : noun[1]}`;
  if (file === undefined) {
    if (rows.length > 0) print(toTable(listing.shown, rows));
    print(`${count}\n`);
    return;
  }
  writeFileSync(file, toCsv(listing.columns, rows), { mode: 0o600 });
  print(`${count} em ${file}\n`);
}

const localTime = new Intl.DateTimeFormat('pt-BR', {
  dateStyle: 'short',
  timeStyle: 'medium',
  timeZone: 'America/Sao_Paulo',
});

/** A stored time as the operator reads it: Brasília's. */
export function toLocalTime(iso: string): string {
  return localTime.format(new Date(iso)).replace(',', '');
}
