import {
  type ChosenColumns,
  IMPORT_KINDS,
  importFieldsOf,
  isMappableKind,
  type MappableKind,
} from '@funil/contract/imports/import-kinds';
import { PLATFORM_NAMES } from '@funil/contract/sales/platforms';
import type { FileChoice } from '../imports/file-layout.ts';
import { runDatabaseCommand } from './run/command.ts';
import { type Arguments, OperatorError } from './run/definition.ts';
import { importFile, undoImportById } from './run/import-file.ts';
import { IMPORT_OPTIONS, readOptionChoice, readUndoOption } from './run/options.ts';

type Args = Arguments<typeof IMPORT_OPTIONS>;

const readPlatform = ({ options }: Args) =>
  readOptionChoice('plataforma', PLATFORM_NAMES, options.plataforma);

function readFileChoice({ options: { de, colunas } }: Args): FileChoice {
  const kind = readOptionChoice('de', IMPORT_KINDS, de);
  if (colunas === undefined) return { kind, columns: null };
  if (kind === null || !isMappableKind(kind)) {
    throw new OperatorError('--colunas vale com --de vendas ou --de leads.');
  }
  return { kind, columns: readColumns(kind, colunas) };
}

function readColumns(kind: MappableKind, list: string): ChosenColumns {
  const fieldsByName = new Map(importFieldsOf(kind).map(([field, { name }]) => [name, field]));
  const pairs = list.split(',').map((pair) => {
    const [name = '', ...title] = pair.split('=');
    const field = fieldsByName.get(name.trim());
    if (field !== undefined && title.length > 0) return [field, title.join('=').trim()] as const;
    throw new OperatorError(
      `--colunas espera campo=Título, com um destes campos: ${[...fieldsByName.keys()].join(', ')}.`,
    );
  });
  return Object.fromEntries(pairs);
}

await runDatabaseCommand({
  name: 'import',
  summary:
    'Importa vendas da Hotmart, Kiwify, Eduzz ou de outra ferramenta, leads, e gasto com anúncios, de um CSV.',
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
    readFileChoice(args);
    readPlatform(args);
    const isUndo = readUndoOption(args.options) !== null;
    if (isUndo && args.operand !== '') throw new OperatorError('--desfazer não leva arquivo.');
    if (!isUndo && args.operand === '') {
      throw new OperatorError('Falta o arquivo: npm run import -- vendas.csv --simular');
    }
  },
  run(context) {
    const id = readUndoOption(context.options);
    if (id !== null) return undoImportById(context, id);
    return importFile(context, {
      choice: readFileChoice(context),
      platform: readPlatform(context),
    });
  },
});
