import { basename } from 'node:path';
import { formatQuantity } from '@funil/contract/counts';
import {
  IMPORT_KIND_LABELS,
  IMPORT_KINDS,
  importFieldsOf,
  isMappableKind,
  isSpendKind,
} from '@funil/contract/imports/import-kinds';
import { FileRefusal } from '../../csv/file-refusal.ts';
import type { ImportSummary } from '../../imports/import-counter.ts';
import {
  type ImportInput,
  importInput,
  judgeImport,
  openInput,
} from '../../imports/import-input.ts';
import {
  beginImport,
  beginUndo,
  type ImportClaim,
  type ImportLease,
} from '../../imports/import-lease.ts';
import type { ImportFile, OpenedFile } from '../../imports/open-file.ts';
import { claimImport, undoImport } from '../../imports/undo-import.ts';
import { ADAPTERS } from '../../sales/platforms/adapters.ts';
import type { SalesDependencies } from '../../sales/update-sales.ts';
import { databaseNow } from '../../store/clock/database-clock.ts';
import { type DatabaseContext, OperatorError } from './definition.ts';
import type { IMPORT_OPTIONS } from './options.ts';
import { writeOutputs } from './show-list.ts';

type ImportContext = Omit<DatabaseContext<Pick<typeof IMPORT_OPTIONS, 'json' | 'simular'>>, 'fail'>;

/** @throws OperatorError */
export async function importFile(context: ImportContext, choices: Omit<ImportInput, 'path'>) {
  const { operand: path } = context;
  const deps = toSalesDeps(context);
  const input = { ...choices, path };
  try {
    const openedFile = await openInput(deps, input);
    const file = requireFile(openedFile);
    if (context.options.simular) {
      const options = { platform: input.platform, now: deps.now(), tax: context.config.spend.tax };
      return await showSummary(context, file, null, await judgeImport(deps, file, options));
    }
    const lease = await requireLease(deps, () =>
      beginImport(deps, { kind: file.kind, fileName: basename(path), by: '' }),
    );
    const { isEmpty, summary } = await importInput(deps, lease, input, openedFile);
    await showSummary(context, file, isEmpty ? null : lease.id, summary);
  } catch (error) {
    throw explainFileFailure(error, path);
  }
}

/** @throws OperatorError */
export async function undoImportById(context: ImportContext, id: number): Promise<void> {
  const deps = toSalesDeps(context);
  await undoImport(deps, await requireLease(deps, () => beginUndo(deps, id)));
  context.print(`A importação ${id} foi desfeita.\n`);
}

const toSalesDeps = ({ database, config }: ImportContext): SalesDependencies => ({
  database,
  adapters: ADAPTERS,
  attributionDays: config.sales.attributionDays,
  now: databaseNow,
});

/** @throws OperatorError that says what to add */
function requireFile({ kind, file, missing, titles }: OpenedFile): ImportFile {
  if (file !== null) return file;
  const titleList = titles.map((title) => `“${title}”`).join(', ');
  if (kind === null) {
    throw new OperatorError(
      `As colunas não dizem o que o arquivo é: ${titleList}. Diga com --de: ${IMPORT_KINDS.join(', ')}.`,
    );
  }
  const remedy = isMappableKind(kind)
    ? `Diga qual é, como em --de ${kind} --colunas ${importFieldsOf(kind).find(([, { label }]) => missing.includes(label))?.[1].name}=Título. O arquivo tem ${titleList}.`
    : 'Exporte de novo com todas as colunas.';
  throw new OperatorError(`Falta a coluna com ${missing.join(', ')}. ${remedy}`);
}

async function requireLease(
  deps: SalesDependencies,
  claim: () => Promise<ImportClaim>,
): Promise<ImportLease> {
  const claimResult = await claimImport(deps, claim);
  if (claimResult.outcome === 'claimed') return claimResult.lease;
  throw new OperatorError(
    claimResult.outcome === 'busy'
      ? 'Outra importação está em andamento. Espere dois minutos e repita.'
      : 'Não há importação com esse número que se possa desfazer: ela já foi desfeita, ou gasto mais novo da rede chegou depois.',
  );
}

async function showSummary(
  context: ImportContext,
  { kind }: ImportFile,
  id: number | null,
  { counts, refusals, notes }: ImportSummary,
) {
  const { new: added, known, changed, refused } = counts;
  const resultJson = { id, new: added, known, changed, refused };
  const description = [
    formatQuantity(added, 'linha nova', 'linhas novas'),
    isSpendKind(kind)
      ? formatQuantity(changed, 'antiga substituída', 'antigas substituídas')
      : formatQuantity(changed, 'muda algo', 'mudam algo'),
    formatQuantity(known, 'já conhecida', 'já conhecidas'),
    formatQuantity(refused, 'recusada', 'recusadas'),
  ].join(', ');
  const json = () => [`${JSON.stringify(resultJson)}\n`];
  if (await writeOutputs(context, { json }, () => description)) return;
  const lines = [
    `${IMPORT_KIND_LABELS[kind]}${notes.length > 0 ? '' : `: ${description}`}.`,
    ...refusals.map(
      ({ reason, count, lines }) =>
        `  ${reason}: ${formatQuantity(count, 'linha', 'linhas')} (${lines.join(', ')}${count > lines.length ? '…' : ''})`,
    ),
    ...notes,
    id === null
      ? `Nada foi gravado${context.options.simular ? ' (--simular)' : ''}.`
      : `Importação ${id}. Para desfazer: npm run import -- --desfazer ${id}`,
  ];
  context.print(lines.map((line) => `${line}\n`).join(''));
}

const FILE_ERRORS: Readonly<Record<string, string>> = {
  ENOENT: 'não existe',
  EISDIR: 'é uma pasta',
  EACCES: 'não pode ser lido: falta permissão',
};

function explainFileFailure(error: unknown, path: string): unknown {
  if (error instanceof FileRefusal) return new OperatorError(error.message);
  const { code = '', syscall } = (error ?? {}) as NodeJS.ErrnoException;
  const reason = syscall === 'open' || syscall === 'read' ? FILE_ERRORS[code] : undefined;
  return reason === undefined ? error : new OperatorError(`O arquivo ${path} ${reason}.`);
}
