import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import type { ImportCounts } from '@funil/contract/console/imports';
import {
  type ChosenColumns,
  type GeneralKind,
  IMPORT_KIND_LABELS,
  IMPORT_KINDS,
  importFieldsOf,
  isGeneralKind,
} from '@funil/contract/imports';
import { countOf } from '@funil/contract/money';
import { PLATFORM_NAMES } from '@funil/contract/platforms';
import type { FileChoice } from '../files/columns.ts';
import type { ImportCounter } from '../files/import-counter.ts';
import { type ImportFile, type OpenedFile, openImportFile } from '../files/open-file.ts';
import { judgeImport, runImport, undoImport } from '../files/run-import.ts';
import {
  beginImport,
  beginUndo,
  type Claim,
  type ImportLease,
  type ImportParts,
  readChosenColumns,
  rememberColumns,
} from '../files/running-import.ts';
import { PLATFORMS } from '../sales/platforms/platforms.ts';
import { runDatabaseCommand } from './run/command.ts';
import { type Arguments, type DatabaseContext, OperatorError } from './run/definition.ts';
import { explainInput } from './run/explain-input.ts';
import { IMPORT_OPTIONS, readUndoOption } from './run/options.ts';
import { writeOutputs } from './run/show-list.ts';

type Args = Arguments<typeof IMPORT_OPTIONS>;
type Context = DatabaseContext<typeof IMPORT_OPTIONS>;

/** Returns the word of a list that an option names; null without it. @throws OperatorError for another word */
function pickWord<Word extends string>(
  option: string,
  words: readonly Word[],
  given: string | undefined,
): Word | null {
  const word = words.find((one) => one === given);
  if (given !== undefined && word === undefined) {
    throw new OperatorError(`--${option} espera ${words.join(', ')}, e recebeu “${given}”.`);
  }
  return word ?? null;
}

const readPlatform = ({ options }: Args) =>
  pickWord('plataforma', PLATFORM_NAMES, options.plataforma);

/** Returns what the operator says about the file. @throws OperatorError */
function readChoice({ options: { de, colunas } }: Args): FileChoice {
  const kind = pickWord('de', IMPORT_KINDS, de);
  if (colunas === undefined) return { kind, columns: null };
  if (kind === null || !isGeneralKind(kind)) {
    throw new OperatorError('--colunas vale com --de vendas ou --de leads.');
  }
  return { kind, columns: readColumns(kind, colunas) };
}

function readColumns(kind: GeneralKind, list: string): ChosenColumns {
  const fields = new Map(importFieldsOf(kind).map(([field, { name }]) => [name, field]));
  const pairs = list.split(',').map((pair) => {
    const [name = '', ...title] = pair.split('=');
    const field = fields.get(name.trim());
    if (field !== undefined && title.length > 0) return [field, title.join('=').trim()] as const;
    throw new OperatorError(
      `--colunas espera campo=Título, com um destes campos: ${[...fields.keys()].join(', ')}.`,
    );
  });
  return Object.fromEntries(pairs);
}

const toParts = ({ database, config }: Context): ImportParts => ({
  database,
  adapters: PLATFORMS,
  attributionDays: config.sales.attributionDays,
  now: Date.now,
});

/** Returns the file if it can be imported. @throws OperatorError that says what to add */
function requireFile({ kind, file, missing, titles }: OpenedFile): ImportFile {
  if (file !== null) return file;
  const list = titles.map((title) => `“${title}”`).join(', ');
  if (kind === null) {
    throw new OperatorError(
      `As colunas não dizem o que o arquivo é: ${list}. Diga com --de: ${IMPORT_KINDS.join(', ')}.`,
    );
  }
  const remedy = isGeneralKind(kind)
    ? `Diga qual é, como em --de ${kind} --colunas ${importFieldsOf(kind).find(([, { label }]) => missing.includes(label))?.[1].name}=Título. O arquivo tem ${list}.`
    : 'Exporte de novo com todas as colunas.';
  throw new OperatorError(`Falta a coluna com ${missing.join(', ')}. ${remedy}`);
}

const RUNNING = 'Outra importação está em andamento. Espere dois minutos e repita.';

/** Returns the lease of a claim. Undoes an import whose process died, and claims again. @throws OperatorError */
async function claimWith(parts: ImportParts, claim: () => Promise<Claim>): Promise<ImportLease> {
  const claimed = await claim();
  switch (claimed.is) {
    case 'claimed':
      return claimed.lease;
    case 'dead':
      await undoImport(parts, claimed.lease);
      return claimWith(parts, claim);
    case 'busy':
      throw new OperatorError(RUNNING);
    case 'missing':
      throw new OperatorError('Não há importação com esse número, ou ela já foi desfeita.');
  }
}

async function importFile(context: Context) {
  const { operand, options, database } = context;
  const parts = toParts(context);
  const opened = await openImportFile(
    () => createReadStream(operand),
    readChoice(context),
    (titles, kind) => readChosenColumns(database, titles, kind),
  );
  const work = {
    file: requireFile(opened),
    options: { platform: readPlatform(context), now: parts.now() },
  };
  if (options.simular)
    return show(context, work.file, null, await judgeImport(parts, work.file, work.options));
  const lease = await claimWith(parts, () =>
    beginImport(parts, {
      kind: work.file.kind,
      fileName: basename(operand),
      by: '',
    }),
  );
  const counter = await runImport(parts, lease, async () => {
    await rememberColumns(database, lease.id, opened);
    return work;
  });
  return show(context, work.file, counter.isEmpty ? null : lease.id, counter);
}

const describeCounts = (counts: ImportCounts): string =>
  [
    countOf(counts.new, 'linha nova', 'linhas novas'),
    countOf(counts.changed, 'muda algo', 'mudam algo'),
    countOf(counts.known, 'já conhecida', 'já conhecidas'),
    countOf(counts.refused, 'recusada', 'recusadas'),
  ].join(', ');

async function show(
  context: Context,
  { kind }: ImportFile,
  id: number | null,
  { summary }: ImportCounter,
) {
  const { counts, refusals } = summary;
  const { new: added, known, changed, refused } = counts;
  const result = { id, new: added, known, changed, refused };
  const json = () => [`${JSON.stringify(result)}\n`];
  if (await writeOutputs(context, { json }, () => describeCounts(counts))) return;
  context.print(`${IMPORT_KIND_LABELS[kind]}: ${describeCounts(counts)}.\n`);
  for (const { reason, count, lines } of refusals) {
    context.print(
      `  ${reason}: ${countOf(count, 'linha', 'linhas')} (${lines.join(', ')}${count > lines.length ? '…' : ''})\n`,
    );
  }
  context.print(
    id === null
      ? 'Nada foi gravado (--simular).\n'
      : `Importação ${id}. Para desfazer: npm run import -- --desfazer ${id}\n`,
  );
}

async function undo(context: Context, id: number) {
  const parts = toParts(context);
  await undoImport(parts, await claimWith(parts, () => beginUndo(parts, id)));
  context.print(`A importação ${id} foi desfeita.\n`);
}

await runDatabaseCommand({
  name: 'import',
  summary: 'Importa vendas da Hotmart, Kiwify, Eduzz ou de outra ferramenta, e leads, de um CSV.',
  access: ({ options }) => (options.simular ? 'read' : 'write'),
  options: IMPORT_OPTIONS,
  operand: 'ARQUIVO',
  examples: [
    'npm run import -- vendas.csv --simular',
    'npm run import -- vendas.csv --de hotmart',
    'npm run import -- contatos.csv --de leads --colunas nome=Cliente,telefone=Celular',
    'npm run import -- --desfazer 7',
  ],
  check(args) {
    readChoice(args);
    readPlatform(args);
    const isUndo = readUndoOption(args.options) !== null;
    if (isUndo && args.operand !== '') throw new OperatorError('--desfazer não leva arquivo.');
    if (!isUndo && args.operand === '') {
      throw new OperatorError('Falta o arquivo: npm run import -- vendas.csv --simular');
    }
  },
  async run(context) {
    const id = readUndoOption(context.options);
    if (id !== null) return undo(context, id);
    try {
      await importFile(context);
    } catch (error) {
      throw explainInput(error, context.operand);
    }
  },
});
