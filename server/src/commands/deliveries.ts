import { toLocalTime } from '@funil/contract/local-time';
import { type DeliveryWithResponse, readDeliveries } from '../deliveries/list-deliveries.ts';
import { replayAll, replayOne } from '../deliveries/replay.ts';
import { isUuid } from '../deliveries/webhooks/endpoints.ts';
import { describeReplay, describeReplays } from './output/describe-replay.ts';
import { showListing } from './output/listing.ts';
import { runDatabaseCommand } from './run/command.ts';
import { type Arguments, type DatabaseContext, OperatorError } from './run/definition.ts';
import { DELIVERIES_OPTIONS, readPeriodOptions } from './run/options.ts';

type Options = typeof DELIVERIES_OPTIONS;

const ALL = 'todas';
const COLUMNS = [
  ...['id', 'created_at', 'type', 'destination', 'subject', 'state', 'outcome', 'tries'],
  ...['due_at', 'ended_at', 'answer'],
];
const TABLE_COLUMNS = [
  'id',
  'created_at',
  'type',
  'destination',
  'state',
  'outcome',
  'tries',
  'due_at',
];

const readSince = ({ options }: Arguments<Options>) =>
  readPeriodOptions({ first: options.desde, last: undefined }).from;

function check(args: Arguments<Options>) {
  readSince(args);
  const { replay, desde, dead } = args.options;
  if (replay === undefined) return;
  if (replay !== ALL && !isUuid(replay)) {
    throw new OperatorError(
      `--replay espera o id de uma entrega, ou “${ALL}” com --desde ou --dead.`,
    );
  }
  if (replay === ALL && desde === undefined && !dead) {
    throw new OperatorError(
      `Diga quais: --replay ${ALL} --dead envia de novo as desistidas, --replay ${ALL} --desde AAAA-MM-DD tudo desde esse dia.`,
    );
  }
}

const toCells = (delivery: DeliveryWithResponse) => ({
  ...delivery,
  created_at: toLocalTime(delivery.created_at),
  due_at: delivery.state === 'waiting' ? toLocalTime(delivery.due_at) : null,
  ended_at: delivery.ended_at && toLocalTime(delivery.ended_at),
});

async function replay(context: DatabaseContext<Options>, id: string) {
  const { database, options, print } = context;
  const now = new Date().toISOString();
  if (id !== ALL) {
    return print(describeReplay(id, await replayOne(database, id.toLowerCase(), now)));
  }
  const states = options.dead ? (['dead'] as const) : (['dead', 'delivered'] as const);
  const since = readSince(context);
  const count = await replayAll(database, { since, destination: null, states, now });
  print(describeReplays(count));
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
  check,
  async run(context) {
    const { database, options } = context;
    if (options.replay !== undefined) return replay(context, options.replay);
    const states = options.dead ? (['dead'] as const) : [];
    const read = () =>
      readDeliveries(database, { since: readSince(context), destination: null, states });
    const noun = ['entrega', 'entregas'] as const;
    await showListing(
      { read, toCells, columns: COLUMNS, tableColumns: TABLE_COLUMNS, noun },
      context,
    );
  },
});
