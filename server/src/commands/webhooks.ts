import type { Endpoint } from '@funil/contract/console/deliveries';
import { WEBHOOK_EVENTS, type WebhookEvent } from '@funil/contract/webhook-events';
import { type Attempt, readAttempts } from '../deliveries/list-deliveries.ts';
import { replayAll, replayOne } from '../deliveries/replay.ts';
import {
  type EndpointTestResult,
  testEndpoint,
  testEventType,
} from '../deliveries/webhooks/destination.ts';
import {
  addEndpoint,
  describeRotationRefusal,
  destinationName,
  type EndpointWarning,
  findEndpoint,
  isUuid,
  isWebhookEvent,
  readEndpoints,
  removeEndpoint,
  rotateSecret,
  type Secrets,
} from '../deliveries/webhooks/endpoints.ts';
import { createGuard, describeRefusal } from '../deliveries/webhooks/guard.ts';
import { toLocalTime } from '../output/local-time.ts';
import type { Database } from '../store/database.ts';
import { describeReplay, describeReplays } from './output/describe-replay.ts';
import { showListing } from './output/listing.ts';
import { cleanText } from './output/table.ts';
import { runActions } from './run/command.ts';
import { defineAction, OperatorError } from './run/definition.ts';
import { OPTIONS, periodOf, READING_OPTIONS } from './run/options.ts';

/**
 * The events of a list parted by commas; none where there is no list.
 * @throws OperatorError that names what is no event, and those that there are
 */
function readEvents(list: string | undefined): WebhookEvent[] {
  const words = list?.split(',').map((word) => word.trim()) ?? [];
  const events = words.filter(Boolean).map((word) => {
    if (isWebhookEvent(word)) return word;
    throw new OperatorError(
      `--events não conhece “${word}”; o que há: ${WEBHOOK_EVENTS.join(', ')}.`,
    );
  });
  return [...new Set(events)];
}

const describeEvents = (events: readonly WebhookEvent[]): string =>
  events.length === 0 ? 'todos' : events.join(', ');

/** @throws OperatorError where there is no such endpoint */
async function requireEndpoint(database: Database, id: string): Promise<Endpoint & Secrets> {
  const endpoint = await findEndpoint(database, id);
  if (endpoint) return endpoint;
  throw noEndpoint(id);
}

const noEndpoint = (id: string) =>
  new OperatorError(`Nenhum webhook tem o id “${id}”. npm run webhooks -- list mostra os que há.`);

const WARNINGS: Readonly<Record<EndpointWarning, string>> = {
  unencrypted: 'Atenção: com http:// o que se envia pode ser lido no caminho; prefira https://.',
  known: 'Atenção: esse endereço já estava cadastrado; agora recebe cada aviso duas vezes.',
  'unknown-name': 'Atenção: o nome desse endereço não existe agora (DNS); confira se está certo.',
};

const add = defineAction({
  help: 'cadastra um endereço; mostra seu id e, só desta vez, seu segredo',
  word: 'URL',
  access: 'write',
  options: { events: OPTIONS.events },
  check: ({ text }) => void readEvents(text('events')),
  async run({ database, config, words, print, note }) {
    const { word: url = '' } = words;
    const guard = createGuard(config.webhooks);
    const events = readEvents(words.text('events'));
    const added = await addEndpoint(database, { url, events }, guard);
    if (!added.ok) throw new OperatorError(describeRefusal(added));
    const { endpoint, secret, warnings } = added;
    print(`id: ${endpoint.id}\nsecret: ${secret}\n`);
    print(`url: ${endpoint.url}\nevents: ${describeEvents(endpoint.events)}\n`);
    print('Guarde o segredo agora: ele não é mostrado de novo.\n');
    for (const warning of warnings) note(`${WARNINGS[warning]}\n`);
  },
});

const ENDPOINT_COLUMNS = ['id', 'url', 'events', 'created_at', 'off_at', 'off_reason'];

/** Why an endpoint was switched off, for the operator. */
const REASONS: Readonly<Record<string, string>> = { gone: 'respondeu 410' };

const describeState = ({ off_at, off_reason }: Endpoint): string =>
  off_at === null
    ? 'ligado'
    : `desligado: ${REASONS[off_reason ?? ''] ?? off_reason}, ${toLocalTime(off_at)}`;

const toEndpointCells = (endpoint: Endpoint) => ({
  ...endpoint,
  events: describeEvents(endpoint.events),
  created_at: toLocalTime(endpoint.created_at),
  off_at: endpoint.off_at && toLocalTime(endpoint.off_at),
  situacao: describeState(endpoint),
});

const list = defineAction({
  help: 'mostra os endereços cadastrados',
  access: 'read',
  options: READING_OPTIONS,
  async run({ database, ...terminal }) {
    await showListing(
      {
        async *read() {
          const endpoints = await readEndpoints(database);
          // What they are signed by is shown to nobody.
          yield endpoints.map(({ secret: _, previous: __, ...endpoint }): Endpoint => endpoint);
        },
        toCells: toEndpointCells,
        columns: ENDPOINT_COLUMNS,
        shown: ['id', 'url', 'events', 'situacao'],
        noun: ['webhook', 'webhooks'],
      },
      terminal,
    );
  },
});

const remove = defineAction({
  help: 'tira um endereço; o que ainda esperava por ele não é mais enviado',
  word: 'ID',
  access: 'write',
  options: {},
  async run({ database, words: { word: id = '' }, print }) {
    const { url } = await requireEndpoint(database, id);
    const canceled = (await removeEndpoint(database, id)) ?? 0;
    const what = canceled === 1 ? 'entrega que esperava' : 'entregas que esperavam';
    print(`Removido: ${url}\n${canceled > 0 ? `Canceladas: ${canceled} ${what}\n` : ''}`);
  },
});

const rotate = defineAction({
  help: 'troca o segredo; por 24 horas o anterior também assina',
  word: 'ID',
  access: 'write',
  options: {},
  async run({ database, words: { word: id = '' }, print }) {
    const rotated = await rotateSecret(database, id);
    if (!rotated.ok) {
      throw rotated.reason === 'unknown'
        ? noEndpoint(id)
        : new OperatorError(describeRotationRefusal(rotated.until));
    }
    print(`id: ${id}\nsecret: ${rotated.secret}\n`);
    print(`O segredo anterior também vale até ${toLocalTime(rotated.previousUntil)}.\n`);
    print('Guarde o segredo agora: ele não é mostrado de novo.\n');
  },
});

function describeTested(type: string, { id, outcome, took }: EndpointTestResult): string {
  const status = outcome.status === null ? 'sem resposta' : `status ${outcome.status}`;
  const word = outcome.result === 'delivered' ? 'entregue' : 'falhou';
  const answer = outcome.answer === '' ? '' : `  ${cleanText(outcome.answer)}\n`;
  return `${type}: ${word}, ${status}, ${took} ms, webhook-id ${id}\n${answer}`;
}

const test = defineAction({
  help: 'envia agora um exemplo, assinado, com data.test: true',
  word: 'ID',
  access: 'read',
  options: { events: OPTIONS.events },
  check: ({ text }) => void readEvents(text('events')),
  async run({ database, config, words, print, fail }) {
    const { word: id = '' } = words;
    const endpoint = await requireEndpoint(database, id);
    const asked = readEvents(words.text('events'));
    const guard = createGuard(config.webhooks);
    for (const type of asked.length === 0 ? [testEventType(endpoint)] : asked) {
      const tested = await testEndpoint({ endpoint, type, guard });
      if (tested.outcome.result !== 'delivered') fail();
      print(describeTested(type, tested));
    }
  },
});

const MAX_ATTEMPTS = 50;
const ATTEMPT_COLUMNS = ['tried_at', 'type', 'delivery', 'state', 'status', 'took', 'answer'];

const toAttemptCells = (one: Attempt) => ({ ...one, tried_at: toLocalTime(one.tried_at) });

const log = defineAction({
  help: 'mostra as últimas tentativas de um webhook, ou de uma entrega',
  word: 'ID',
  access: 'read',
  options: READING_OPTIONS,
  async run({ database, ...terminal }) {
    const { word: id = '' } = terminal.words;
    const endpoint = await findEndpoint(database, id);
    const of = endpoint ? { destination: destinationName(endpoint.id) } : { delivery: id };
    const tries = isUuid(id) ? await readAttempts(database, of, MAX_ATTEMPTS) : [];
    if (!endpoint && tries.length === 0) throw noEndpoint(id);
    await showListing(
      {
        async *read() {
          yield tries;
        },
        toCells: toAttemptCells,
        columns: ATTEMPT_COLUMNS,
        shown: ATTEMPT_COLUMNS,
        noun: ['tentativa', 'tentativas'],
      },
      terminal,
    );
  },
});

const sinceOf = (first: string | undefined) => periodOf({ first, last: undefined }).from;

const replay = defineAction({
  help: 'envia de novo uma entrega; ou, de um webhook, as perdidas, e com --desde todas desde o dia',
  word: 'ID',
  access: 'write',
  options: { desde: OPTIONS.desde },
  check: ({ text }) => void sinceOf(text('desde')),
  async run({ database, words, print }) {
    const { word: id = '' } = words;
    const since = sinceOf(words.text('desde'));
    const endpoint = await findEndpoint(database, id);
    if (endpoint) return print(describeReplays(await replayEndpoint(database, endpoint, since)));
    if (!isUuid(id)) throw noEndpoint(id);
    if (since !== null) throw new OperatorError('--desde vale com o id de um webhook.');
    const now = new Date().toISOString();
    print(describeReplay(id, await replayOne(database, id.toLowerCase(), now)));
  },
});

function replayEndpoint(database: Database, { id, off_at }: Endpoint, since: string | null) {
  if (off_at !== null) {
    throw new OperatorError(
      'Esse webhook está desligado, porque respondeu 410: cadastre-o de novo.',
    );
  }
  return replayAll(database, {
    since,
    destination: destinationName(id),
    states: since === null ? ['dead'] : ['dead', 'delivered'],
    now: new Date().toISOString(),
  });
}

await runActions({
  name: 'webhooks',
  summary: 'Avisa outros sistemas (n8n, Make, um CRM) do que acontece aqui: docs/webhooks.md.',
  actions: { add, list, remove, rotate, test, log, replay },
  examples: [
    'npm run webhooks -- add https://exemplo.com/webhook',
    'npm run webhooks -- add https://exemplo.com/webhook --events lead.created,sale.paid',
    'npm run webhooks -- test ID',
    'npm run webhooks -- replay ID --desde 2026-03-01',
  ],
});
