import type { Values } from './arguments.ts';
import { type Cell, toCsv } from './csv.ts';
import { OperatorError } from './operator-error.ts';
import { TERMINAL, writeOutputFile } from './output-file.ts';
import { toTable } from './table.ts';

/** Facts, and how people read each of them. */
export interface Listing<Fact> {
  readonly facts: readonly Fact[];
  /** A fact for eyes: local times, readable lists. */
  readonly toCells: (fact: Fact) => Record<string, Cell>;
  /** Columns of the CSV file: all of them. */
  readonly columns: readonly string[];
  /** Columns of the printed table: what fits a terminal. */
  readonly shown: readonly string[];
  /** What one fact is called, and several: lead, leads. */
  readonly noun: readonly [one: string, many: string];
}

/** Options of every command that reads. */
export const READING_OPTIONS = {
  csv: { value: 'ARQUIVO', help: 'grava um CSV que o Excel abre; “-” escreve no terminal' },
  json: { value: 'ARQUIVO', help: 'grava um JSON, horários em UTC; “-” escreve no terminal' },
} as const;

/** A file that an option asks for, and what makes its text. */
export interface Output {
  readonly option: string;
  readonly makeText: () => string;
}

/**
 * Writes the files that options ask for, and prints a sentence for each; what goes to the terminal goes
 * there alone.
 * @returns whether any was asked for
 */
export function writeOutputs(
  outputs: readonly Output[],
  { values, subject, print }: { values: Values; subject: string; print(text: string): void },
): boolean {
  const asked = outputs.flatMap(({ option, makeText }) => {
    const file = values[option];
    return typeof file === 'string' ? [{ file, makeText }] : [];
  });
  const toTerminal = asked.filter(({ file }) => file === TERMINAL);
  if (toTerminal.length > 1) {
    throw new OperatorError('Só uma das saídas pode ir para o terminal (“-”).');
  }
  for (const { file, makeText } of asked) {
    if (file === TERMINAL) print(makeText());
    else {
      const written = writeOutputFile(file, makeText());
      if (toTerminal.length === 0) print(`${subject} em ${written}\n`);
    }
  }
  return asked.length > 0;
}

/** Facts as they are stored, for programs. */
export const toJson = (facts: unknown): string => `${JSON.stringify(facts, null, 2)}\n`;

/** Prints a listing, or writes it to the files asked for. */
export function showListing<Fact>(
  listing: Listing<Fact>,
  values: Values,
  print: (text: string) => void,
) {
  const { facts, toCells, columns, shown, noun } = listing;
  const subject = `${facts.length} ${facts.length === 1 ? noun[0] : noun[1]}`;
  const outputs = [
    { option: 'csv', makeText: () => toCsv(columns, facts.map(toCells)) },
    { option: 'json', makeText: () => toJson(facts) },
  ];
  if (writeOutputs(outputs, { values, subject, print })) return;
  if (facts.length > 0) print(toTable(shown, facts.map(toCells)));
  print(`${subject}\n`);
}
