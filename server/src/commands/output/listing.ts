import { setImmediate } from 'node:timers/promises';
import { type Cell, csvHead, csvLines } from '../../output/csv.ts';
import { OperatorError, type Terminal, type Words } from '../run/definition.ts';
import type { READING_OPTIONS } from '../run/options.ts';
import { type Chunks, TERMINAL, writeOutputFile } from './output-file.ts';
import { createTable, inColumns } from './table.ts';

/** Rows, and their formats. */
export interface Listing<Fact> {
  /** Reads the rows page by page: they may need more room than memory has. */
  readonly read: () => AsyncIterable<readonly Fact[]>;
  /** Returns a row for the JSON file; the complete row if missing. */
  readonly toRecord?: (fact: Fact) => unknown;
  /** Returns a row for readers: local times, readable lists. */
  readonly toCells: (fact: Fact) => Record<string, Cell>;
  /** Columns of the CSV file: all of them. */
  readonly columns: readonly string[];
  /** Columns of the printed table, which fit a terminal. */
  readonly shown: readonly string[];
  /** Singular and plural of a row: lead, leads. */
  readonly noun: readonly [one: string, many: string];
}

/** A file that an option asks for, and its text. */
export interface Output {
  readonly file: string | undefined;
  readonly makeText: () => Chunks;
}

/**
 * Writes the files that options ask for, and prints a sentence for each; what goes to the terminal goes
 * there alone.
 * @returns whether any was asked for
 */
export async function writeOutputs(
  outputs: readonly Output[],
  { print, isOutputOpen }: Terminal,
  describe: () => string,
): Promise<boolean> {
  const asked = outputs.flatMap(({ file, makeText }) =>
    file === undefined ? [] : [{ file, makeText }],
  );
  const toTerminal = asked.filter(({ file }) => file === TERMINAL);
  if (toTerminal.length > 1) {
    throw new OperatorError('Só uma das saídas pode ir para o terminal (“-”).');
  }
  for (const { file, makeText } of asked) {
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
  return asked.length > 0;
}

/** Prints a listing, or writes it to the files asked for. */
export async function showListing<Fact>(
  listing: Listing<Fact>,
  { words, ...terminal }: Terminal & { words: Pick<Words<typeof READING_OPTIONS>, 'text'> },
) {
  const { toCells, columns, shown, noun, toRecord = (fact: Fact): unknown => fact } = listing;
  let count = 0;
  const describe = () => `${count} ${count === 1 ? noun[0] : noun[1]}`;
  async function* read() {
    count = 0;
    for await (const page of listing.read()) {
      count += page.length;
      yield page;
      // Whether anybody reads on is heard between two turns of the loop; SQLite's answers leave none.
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
      yield separator + page.map((fact) => JSON.stringify(toRecord(fact))).join(',\n');
      separator = ',\n';
    }
    yield '\n]\n';
  }
  const outputs = [
    { file: words.text('csv'), makeText: toCsv },
    { file: words.text('json'), makeText: toJson },
  ];
  if (await writeOutputs(outputs, terminal, describe)) return;
  const toLines = createTable(shown);
  for await (const page of read()) {
    if (!terminal.isOutputOpen()) return;
    terminal.print(toLines(page.map((fact) => inColumns(shown, toCells(fact)))));
  }
  terminal.print(`${describe()}\n`);
}
