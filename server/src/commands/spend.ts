import { createReadStream } from 'node:fs';
import { AD_NETWORK_LABELS, AD_NETWORKS, type AdNetwork } from '@funil/contract/ad-spend';
import type { SpendTotal } from '@funil/contract/console/spend';
import { countOf, formatMoney } from '@funil/contract/money';
import { importSpend, undoSpendImport } from '../ads/import-spend.ts';
import { readSpendPages, SPEND_FIELDS, type SpendRecord } from '../ads/read-spend.ts';
import { readUndoable } from '../ads/running-import.ts';
import { fieldColumns } from '../csv/columns.ts';
import { previewSpend } from '../files/preview-spend.ts';
import { openSpendFile } from '../files/read-spend-file.ts';
import { formatDay } from '../report/format.ts';
import { runDatabaseCommand } from './run/command.ts';
import { type Arguments, type DatabaseContext, OperatorError } from './run/definition.ts';
import { explainInput } from './run/explain-input.ts';
import { readUndoOption, SPEND_OPTIONS } from './run/options.ts';
import { showList } from './run/show-list.ts';

type Context = DatabaseContext<typeof SPEND_OPTIONS>;

/** Returns the network that `--rede` names; null without it. @throws OperatorError if it names another word */
function readNetwork({ options: { rede } }: Arguments<typeof SPEND_OPTIONS>): AdNetwork | null {
  const network = AD_NETWORKS.find((name) => name === rede);
  if (rede !== undefined && network === undefined) {
    throw new OperatorError(`--rede espera meta ou google, e recebeu “${rede}”.`);
  }
  return network ?? null;
}

const rowsOf = (rows: number) => countOf(rows, 'linha', 'linhas');
function describeTotal({ currency, spend_cents, cost_cents }: SpendTotal): string {
  const spend = `${formatMoney(currency, spend_cents)} gastos`;
  if (cost_cents !== spend_cents)
    return `${spend}, ${formatMoney(currency, cost_cents)} com o imposto`;
  return currency === 'BRL' ? spend : `${spend}, que o relatório não soma com reais`;
}

async function preview({ database, config, print }: Context, file: SpendFileInput) {
  const found = await previewSpend(database, await openFile(file), config.spend.tax);
  const { network, rows, ads, from, until, totals, skipped, replaces, keeps } = found;
  if (from === null || until === null) return print('O arquivo não tem nenhum gasto.\n');
  const lines = [
    `${AD_NETWORK_LABELS[network]}: ${rowsOf(rows)}, ${countOf(ads, 'anúncio', 'anúncios')}, de ${formatDay(from)} a ${formatDay(until)}.`,
    ...totals.map((total) => `${describeTotal(total)}.`),
    found.ads_without_id > 0 &&
      `${countOf(found.ads_without_id, 'anúncio', 'anúncios')} sem identificação: só o nome liga o gasto às visitas.`,
    skipped.totals > 0 && `${rowsOf(skipped.totals)} de totais não contam.`,
    skipped.without_spend > 0 && `${rowsOf(skipped.without_spend)} sem gasto não contam.`,
    `Substitui ${rowsOf(replaces.rows)} destes anúncios nestes dias, e mantém ${rowsOf(keeps.rows)} de outros.`,
    'Nada foi gravado (--simular).',
  ];
  print(
    lines
      .filter(Boolean)
      .map((line) => `${line}\n`)
      .join(''),
  );
}

async function store({ database, print }: Context, file: SpendFileInput) {
  const { network, rows } = await openFile(file);
  const input = { network, rows, source: 'csv', complete: null, now: Date.now } as const;
  const result = await importSpend(database, input);
  if (!result.ok) throw new OperatorError(BUSY);
  const { id, lines, unchanged, replaced } = result;
  const [from, until] = [lines.days[0], lines.days.at(-1)];
  if (from === undefined || until === undefined) return print('O arquivo não tem nenhum gasto.\n');
  const totals = [...lines.totals]
    .map(([currency, cents]) => formatMoney(currency, cents))
    .join(' e ');
  print(
    `${AD_NETWORK_LABELS[network]}: ${rowsOf(lines.rows)}, de ${formatDay(from)} a ${formatDay(until)}, ${totals}.\n` +
      `${rowsOf(unchanged)} já ${unchanged === 1 ? 'estava' : 'estavam'} assim, e ${rowsOf(replaced)} ${replaced === 1 ? 'antiga foi substituída' : 'antigas foram substituídas'}.\n` +
      `Importação ${id}. Para desfazer: npm run spend -- --desfazer ${id}\n`,
  );
}

const BUSY = 'Outra importação está em andamento. Espere dois minutos e repita.';

async function undo({ database, print }: Context, id: number) {
  const result = await undoSpendImport(database, { id, now: Date.now });
  if (result.ok) return print(`A importação ${id} foi desfeita.\n`);
  if (result.reason === 'busy') throw new OperatorError(BUSY);
  const undoable = (await readUndoable(database)).map(
    (last) => `${last.id} (${AD_NETWORK_LABELS[last.network]})`,
  );
  throw new OperatorError(
    `A importação ${id} não pode ser desfeita: só a última de cada rede, enquanto nada mais novo da rede chegou. Agora: ${undoable.join(' e ') || 'nenhuma'}.`,
  );
}

interface SpendFileInput {
  readonly path: string;
  readonly network: AdNetwork | null;
}

const openFile = ({ path, network }: SpendFileInput) =>
  openSpendFile(createReadStream(path), network);

const list = (context: Context) =>
  showList(context, {
    read: () => readSpendPages(context.database, context.config.spend.tax),
    columns: fieldColumns<SpendRecord>(...SPEND_FIELDS),
    table: {
      ...fieldColumns<SpendRecord>('day', 'network', 'campaign_name', 'ad_name'),
      gasto: ({ currency, spend_cents }) => formatMoney(currency, spend_cents),
      com_imposto: ({ currency, cost_cents }) => formatMoney(currency, cost_cents),
    },
    noun: ['linha de gasto', 'linhas de gasto'],
  });

await runDatabaseCommand({
  name: 'spend',
  summary:
    'Importa o gasto com anúncios de um CSV da Meta ou do Google, ou mostra o que está guardado.',
  access: ({ operand, options }) =>
    options.desfazer === undefined && (operand === '' || options.simular) ? 'read' : 'write',
  options: SPEND_OPTIONS,
  operand: 'ARQUIVO',
  examples: [
    'npm run spend -- gasto.csv --simular',
    'npm run spend -- gasto.csv',
    'npm run spend -- --json gasto.json',
    'npm run spend -- --desfazer 7',
  ],
  check(args) {
    readNetwork(args);
    const { operand, options } = args;
    if (readUndoOption(options) !== null) {
      if (operand === '' && Object.values(options).filter(Boolean).length === 1) return;
      throw new OperatorError('--desfazer não leva arquivo nem outra opção.');
    }
    if (operand !== '' && (options.json ?? options.csv) !== undefined) {
      throw new OperatorError('Importe primeiro; depois, sem o arquivo, --json e --csv listam.');
    }
    if (operand === '' && (options.simular || options.rede !== undefined)) {
      throw new OperatorError('Falta o arquivo: npm run spend -- gasto.csv --simular');
    }
  },
  async run(context) {
    const id = readUndoOption(context.options);
    if (id !== null) return undo(context, id);
    const file = { path: context.operand, network: readNetwork(context) };
    if (file.path === '') return list(context);
    try {
      await (context.options.simular ? preview : store)(context, file);
    } catch (error) {
      throw explainInput(error, file.path);
    }
  },
});
