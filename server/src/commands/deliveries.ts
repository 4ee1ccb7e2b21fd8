import { type DeliveryWithAnswer, readDeliveries } from '../deliveries/list-deliveries.ts';
import { replayAll, replayOne } from '../deliveries/replay.ts';
import { isUuid } from '../deliveries/webhooks/endpoints.ts';
import { toLocalTime } from '../output/local-time.ts';
import { describeReplay, describeReplays } from './output/describe-replay.ts';
import { showListing } from './output/listing.ts';
import { runCommand } from './run/command.ts';
import { type CommandContext, OperatorError, type Words } from './run/definition.ts';
import { DELIVERIES_OPTIONS, periodOf } from './run/options.ts';

type Options = typeof DELIVERIES_OPTIONS;

const ALL = 'todas';
const COLUMNS = [
  'id',
  'created_at',
  'type',
  'destination',
  'subject',
  'state',
  'outcome',
  'tries',
  'due_at',
  'ended_at',
  'answer',
];
const SHOWN = ['id', 'created_at', 'type', 'destination', 'state', 'outcome', 'tries', 'due_at'];

const sinceOf = (words: Words<Options>) =>
  periodOf({ first: words.text('desde'), last: undefined }).from;

function check(words: Words<Options>) {
  sinceOf(words);
  const replay = words.text('replay');
  if (replay === undefined) return;
  const isAll = replay === ALL;
  if (!isAll && !isUuid(replay)) {
    throw new OperatorError(
      `--replay espera o id de uma entrega, ou “${ALL}” com --desde ou --dead.`,
    );
  }
  if (isAll && words.text('desde') === undefined && !words.isSet('dead')) {
    throw new OperatorError(
      `Diga quais: --replay ${ALL} --dead envia de novo as desistidas, --replay ${ALL} --desde AAAA-MM-DD tudo desde esse dia.`,
    );
  }
}

const local = (moment: string | null) => (moment === null ? null : toLocalTime(moment));

const toCells = (fact: DeliveryWithAnswer) => ({
  ...fact,
  created_at: local(fact.created_at),
  // What has ended is not due any more.
  due_at: fact.state === 'waiting' ? local(fact.due_at) : null,
  ended_at: local(fact.ended_at),
});

async function replay({ database, words, print }: CommandContext<Options>, id: string) {
  const now = new Date().toISOString();
  if (id !== ALL) {
    const replayed = await replayOne(database, id.toLowerCase(), now);
    return print(describeReplay(id, replayed));
  }
  const states = words.isSet('dead') ? (['dead'] as const) : (['dead', 'delivered'] as const);
  const since = sinceOf(words);
  const count = await replayAll(database, { since, destination: null, states, now });
  print(describeReplays(count));
}

await runCommand({
  name: 'deliveries',
  summary:
    'Mostra o que foi avisado a outros sistemas, ou ainda vai ser, do mais antigo ao mais novo.',
  access: (words) => (words.text('replay') === undefined ? 'read' : 'write'),
  options: DELIVERIES_OPTIONS,
  examples: [
    'npm run deliveries -- --dead',
    'npm run deliveries -- --replay todas --dead',
    'npm run deliveries -- --replay todas --desde 2026-03-01',
  ],
  check,
  async run(context) {
    const { database, words } = context;
    const id = words.text('replay');
    if (id !== undefined) return replay(context, id);
    const states = words.isSet('dead') ? (['dead'] as const) : [];
    const read = () =>
      readDeliveries(database, { since: sinceOf(words), destination: null, states });
    const noun = ['entrega', 'entregas'] as const;
    await showListing({ read, toCells, columns: COLUMNS, shown: SHOWN, noun }, context);
  },
});
