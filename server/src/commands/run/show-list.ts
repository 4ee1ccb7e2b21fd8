import { realpathSync, renameSync, rmSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { formatQuantity } from '@funil/contract/counts';
import { type Columns, toCells } from '../../csv/columns.ts';
import { writeCsv } from '../../csv/write-csv.ts';
import { explainFileError } from '../../store/health/write-problem.ts';
import { OperatorError, type Terminal } from './definition.ts';
import { createTable } from './table.ts';

interface List<Row> {
  readonly read: () => Iterable<readonly Row[]> | AsyncIterable<readonly Row[]>;
  readonly columns: Columns<Row>;
  readonly table?: Columns<Row>;
  /** The row in the JSON file; the complete row by default. */
  readonly toRecord?: (row: Row) => unknown;
  readonly noun: readonly [one: string, many: string];
}

interface OutputContext extends Terminal {
  readonly options: Partial<Readonly<Record<'csv' | 'json', string>>>;
}

/** A text comes in pieces, so that a long one needs little memory. */
type Chunks = Iterable<string> | AsyncIterable<string>;

const TERMINAL_FILE_NAME = '-';

/** Prints a sentence for each file, unless an output goes to the terminal. Returns whether any file was named. */
export async function writeOutputs(
  { options, print, isOutputOpen }: OutputContext,
  { csv, json }: Partial<Readonly<Record<'csv' | 'json', () => Chunks>>>,
  describeContent: () => string,
): Promise<boolean> {
  const namedFiles = [
    { file: options.csv, makeText: csv },
    { file: options.json, makeText: json },
  ].flatMap(({ file, makeText }) => (file && makeText ? [{ file, makeText }] : []));
  const terminalOutputs = namedFiles.filter(({ file }) => file === TERMINAL_FILE_NAME);
  if (terminalOutputs.length > 1) {
    throw new OperatorError('Só uma das saídas pode ir para o terminal (“-”).');
  }
  for (const { file, makeText } of namedFiles) {
    if (file === TERMINAL_FILE_NAME) {
      for await (const chunk of makeText()) {
        if (!isOutputOpen()) break;
        print(chunk);
      }
    } else {
      const writtenName = await writeOutputFile(file, makeText());
      if (terminalOutputs.length === 0) print(`${describeContent()} em ${writtenName}\n`);
    }
  }
  return namedFiles.length > 0;
}

export async function showList<Row>(
  context: OutputContext,
  { read, columns, table = columns, toRecord = (row) => row, noun }: List<Row>,
) {
  let count = 0;
  const describeCount = () => formatQuantity(count, ...noun);
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
  if (await writeOutputs(context, outputs, describeCount)) return;
  const toLines = createTable(Object.keys(table));
  for await (const page of readPages()) {
    if (!context.isOutputOpen()) return;
    context.print(toLines(page.map((row) => toCells(table, row))));
  }
  context.print(`${describeCount()}\n`);
}

/**
 * Writes the file completely or not at all. Only its owner can read the file. Returns a part of a sentence: the file's
 * name and whether the file was replaced.
 * @throws OperatorError that names the file and the reason
 */
async function writeOutputFile(file: string, chunks: Chunks): Promise<string> {
  try {
    const existingFile = statSync(file, { throwIfNoEntry: false });
    // A pipe or a device cannot be replaced.
    if (existingFile && !existingFile.isFile()) await writeFile(file, chunks);
    else await replaceFile(existingFile ? realpathSync(file) : file, chunks);
    return existingFile?.isFile() ? `${file} (o anterior foi substituído)` : file;
  } catch (error) {
    if (!isFileError(error)) throw error;
    throw new OperatorError(explainFileError(file, error));
  }
}

/** System calls on files. A connection to a database fails in `connect` or `read`, or with a code of the network. */
const FILE_CALLS = /^(?:open|write|fsync|close|rename|unlink|l?stat|realpath)$/;

function isFileError(error: unknown): error is NodeJS.ErrnoException {
  const { syscall = '', code = '' } = error as NodeJS.ErrnoException;
  return FILE_CALLS.test(syscall) && !/^(?:ECONN|EPIPE)/.test(code);
}

async function replaceFile(file: string, chunks: Chunks) {
  const unfinishedFile = `${file}.${process.pid}.incompleto`;
  try {
    await writeFile(unfinishedFile, chunks, { flag: 'wx', mode: 0o600, flush: true });
    renameSync(unfinishedFile, file);
  } catch (error) {
    rmSync(unfinishedFile, { force: true });
    throw error;
  }
}
