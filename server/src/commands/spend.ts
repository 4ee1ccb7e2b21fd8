import { AD_NETWORKS } from '@funil/contract/ads/ad-spend';
import { formatMoney } from '@funil/contract/money';
import { readSpendPages, SPEND_FIELDS, type SpendRecord } from '../ads/read-spend.ts';
import { fieldColumns } from '../csv/columns.ts';
import { runDatabaseCommand } from './run/command.ts';
import { type Arguments, type DatabaseContext, OperatorError } from './run/definition.ts';
import { importFile, undoImportById } from './run/import-file.ts';
import { readOptionChoice, readUndoOption, SPEND_OPTIONS } from './run/options.ts';
import { showList } from './run/show-list.ts';

const readNetwork = ({ options: { rede } }: Arguments<typeof SPEND_OPTIONS>) =>
  readOptionChoice('rede', AD_NETWORKS, rede);

const showSpend = (context: DatabaseContext<typeof SPEND_OPTIONS>) =>
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
  run(context) {
    const id = readUndoOption(context.options);
    if (id !== null) return undoImportById(context, id);
    if (context.operand === '') return showSpend(context);
    const kind = readNetwork(context) ?? 'spend';
    return importFile(context, { choice: { kind, columns: null }, platform: null });
  },
});
