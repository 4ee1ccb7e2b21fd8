import { countOf } from '@funil/contract/money';
import { type Columns, toCells } from '../../csv/columns.ts';
import { writeCsv } from '../../csv/write-csv.ts';
import { OperatorError, type Terminal } from './definition.ts';
import { type Chunks, TERMINAL, writeOutputFile } from './output-file.ts';
import { createTable } from './table.ts';

/** A list as a command shows it. */
interface List<Row> {
  /** Returns all rows in pages. */
  readonly read: () => Iterable<readonly Row[]> | AsyncIterable<readonly Row[]>;
  /** Columns of the CSV file. */
  readonly columns: Columns<Row>;
  /** Columns of the printed table, which fit a terminal; by default those of the CSV file. */
  readonly table?: Columns<Row>;
  /** Returns a row of the JSON file; by default the complete row. */
  readonly toRecord?: (row: Row) => unknown;
  /** Singular and plural of a row: lead, leads. */
  readonly noun: readonly [one: string, many: string];
}

interface OutputContext extends Terminal {
  readonly options: Partial<Readonly<Record<'csv' | 'json', string>>>;
}

/** The texts that the options write. */
type Outputs = Partial<Readonly<Record<'csv' | 'json', () => Chunks>>>;

/**
 * Writes the files that options name, and prints a sentence for each; an output on the terminal is printed alone.
 * @returns whether any file was named
 */
export async function writeOutputs(
  { options, print, isOutputOpen }: OutputContext,
  { csv, json }: Outputs,
  describe: () => string,
): Promise<boolean> {
  const named = [
    { file: options.csv, makeText: csv },
    { file: options.json, makeText: json },
  ].flatMap(({ file, makeText }) => (file && makeText ? [{ file, makeText }] : []));
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

/** Prints a list, or writes it to the files that the options name. */
export async function showList<Row>(
  context: OutputContext,
  { read, columns, table = columns, toRecord = (row) => row, noun }: List<Row>,
) {
  let count = 0;
  const describe = () => countOf(count, ...noun);
  async function* readPages() {
    count = 0;
    for await (const page of read()) {
      count += page.length;
      if (page.length > 0) yield page;
    }
  }
  async function* toJson() {
    let separator = '[\n';
    for await (const page of readPages()) {
      yield separator + page.map((row) => JSON.stringify(toRecord(row))).join(',\n');
      separator = ',\n';
    }
    yield count === 0 ? '[\n]\n' : '\n]\n';
  }
  const outputs = { csv: () => writeCsv(columns, readPages()), json: toJson };
  if (await writeOutputs(context, outputs, describe)) return;
  const toLines = createTable(Object.keys(table));
  for await (const page of readPages()) {
    if (!context.isOutputOpen()) return;
    context.print(toLines(page.map((row) => toCells(table, row))));
  }
  context.print(`${describe()}\n`);
}
