import { toLocalTime } from '@funil/contract/local-time';
import { fieldColumns } from '../csv/columns.ts';
import { type ListedDelivery, readDeliveries } from '../deliveries/list-deliveries.ts';
import { isUuid } from '../store/queries/uuid.ts';
import { runDatabaseCommand } from './run/command.ts';
import { type Arguments, type DatabaseContext, OperatorError } from './run/definition.ts';
import { DELIVERIES_OPTIONS, readSince } from './run/options.ts';
import { replayDeliveries, replayDelivery } from './run/replay.ts';
import { showList } from './run/show-list.ts';

type Options = typeof DELIVERIES_OPTIONS;

const ALL_DELIVERIES_WORD = 'todas';
const DELIVERY_FIELDS = [
  'id',
  'created_at',
  'type',
  'destination',
  'state',
  'outcome',
  'attempts',
] as const;
const formatDueTime = ({ state, due_at: dueAt }: ListedDelivery) =>
  state === 'waiting' ? toLocalTime(dueAt) : null;

function checkOptions({ options }: Arguments<Options>) {
  readSince(options);
  const { replay, desde, dead } = options;
  if (replay === undefined) return;
  if (replay !== ALL_DELIVERIES_WORD && !isUuid(replay)) {
    throw new OperatorError(
      `--replay espera o id de uma entrega, ou “${ALL_DELIVERIES_WORD}” com --desde ou --dead.`,
    );
  }
  if (replay === ALL_DELIVERIES_WORD && desde === undefined && !dead) {
    throw new OperatorError(
      `Diga quais: “--replay ${ALL_DELIVERIES_WORD} --dead” envia de novo as que falharam, e “--replay ${ALL_DELIVERIES_WORD} --desde AAAA-MM-DD”, todas desde esse dia.`,
    );
  }
}

async function replay(context: DatabaseContext<Options>, id: string) {
  const { options } = context;
  if (id !== ALL_DELIVERIES_WORD) return replayDelivery(context, id);
  const states = options.dead ? (['dead'] as const) : (['dead', 'delivered'] as const);
  await replayDeliveries(context, { since: readSince(options), destination: null, states });
}

await runDatabaseCommand({
  name: 'deliveries',
  summary:
    'Mostra o que foi avisado a outros sistemas, ou ainda vai ser, do mais antigo ao mais novo.',
  access: ({ options }) => (options.replay === undefined ? 'read' : 'write'),
  options: DELIVERIES_OPTIONS,
  examples: [
    'npm run deliveries -- --dead',
    'npm run deliveries -- --replay todas --dead',
    'npm run deliveries -- --replay todas --desde 2026-03-01',
  ],
  check: checkOptions,
  async run(context) {
    const { database, options } = context;
    if (options.replay !== undefined) return replay(context, options.replay);
    const states = options.dead ? (['dead'] as const) : [];
    await showList(context, {
      read: () =>
        readDeliveries(database, { since: readSince(options), destination: null, states }),
      columns: {
        ...fieldColumns<ListedDelivery>('id', 'created_at', 'type', 'destination', 'subject'),
        ...fieldColumns<ListedDelivery>('state', 'outcome', 'attempts'),
        due_at: formatDueTime,
        ...fieldColumns<ListedDelivery>('ended_at', 'response'),
      },
      table: { ...fieldColumns<ListedDelivery>(...DELIVERY_FIELDS), due_at: formatDueTime },
      noun: ['entrega', 'entregas'],
    });
  },
});
