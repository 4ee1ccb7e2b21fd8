import { setImmediate } from 'node:timers/promises';
import { type Cell, csvHead, csvLines } from '../../csv/write-csv.ts';
import { type Arguments, OperatorError, type Terminal } from '../run/definition.ts';
import type { LIST_OPTIONS } from '../run/options.ts';
import { type Chunks, TERMINAL, writeOutputFile } from './output-file.ts';
import { createTable, inColumns } from './table.ts';

/** Rows, and their formats. */
export interface Listing<Row> {
  /** Reads the rows page by page: they may need more room than memory has. */
  readonly read: () => AsyncIterable<readonly Row[]>;
  /** Returns a row of the JSON file; by default the complete row. */
  readonly toRecord?: (row: Row) => unknown;
  /** Returns a row of the table and the CSV file: local times, readable lists. */
  readonly toCells: (row: Row) => Record<string, Cell>;
  /** All columns, for the CSV file. */
  readonly columns: readonly string[];
  /** Columns of the printed table, which fit a terminal. */
  readonly tableColumns: readonly string[];
  /** Singular and plural of a row: lead, leads. */
  readonly noun: readonly [one: string, many: string];
}

/** An output that an option names; without a file it is not written. */
interface Output {
  readonly file: string | undefined;
  readonly makeText: () => Chunks;
}

/**
 * Writes the files that options name, and prints a sentence for each; an output on the terminal is printed alone.
 * @returns whether any file was named
 */
export async function writeOutputs(
  outputs: readonly Output[],
  { print, isOutputOpen }: Terminal,
  describe: () => string,
): Promise<boolean> {
  const named = outputs.flatMap(({ file, makeText }) =>
    file === undefined ? [] : [{ file, makeText }],
  );
  const toTerminal = named.filter(({ file }) => file === TERMINAL);
  if (toTerminal.length > 1) {
    throw new OperatorError('Só uma das saídas pode ir para o terminal (“-”).');
  }
  for (const { file, makeText } of named) {
    if (file === TERMINAL) {
      for await (const chunk of makeText()) {
        if (!isOutputOpen()) break;
        print(chunk);
      }
    } else {
      const written = await writeOutputFile(file, makeText());
      if (toTerminal.length === 0) print(`${describe()} em ${written}\n`);
    }
  }
  return named.length > 0;
}

/** Prints a listing, or writes it to the files that the options name. */
export async function showListing<Row>(
  listing: Listing<Row>,
  { options, ...terminal }: Terminal & Pick<Arguments<typeof LIST_OPTIONS>, 'options'>,
) {
  const { toCells, columns, tableColumns, noun, toRecord = (row: Row): unknown => row } = listing;
  let count = 0;
  const describe = () => `${count} ${count === 1 ? noun[0] : noun[1]}`;
  async function* read() {
    count = 0;
    for await (const page of listing.read()) {
      count += page.length;
      yield page;
      // The output's errors arrive in the event loop, which SQLite's reads never leave free.
      await setImmediate();
    }
  }
  async function* toCsv() {
    yield csvHead(columns);
    for await (const page of read()) yield csvLines(columns, page.map(toCells));
  }
  async function* toJson() {
    yield '[';
    let separator = '\n';
    for await (const page of read()) {
      if (page.length === 0) continue;
      yield separator + page.map((row) => JSON.stringify(toRecord(row))).join(',\n');
      separator = ',\n';
    }
    yield '\n]\n';
  }
  const outputs = [
    { file: options.csv, makeText: toCsv },
    { file: options.json, makeText: toJson },
  ];
  if (await writeOutputs(outputs, terminal, describe)) return;
  const toLines = createTable(tableColumns);
  for await (const page of read()) {
    if (!terminal.isOutputOpen()) return;
    terminal.print(toLines(page.map((row) => inColumns(tableColumns, toCells(row)))));
  }
  terminal.print(`${describe()}\n`);
}
