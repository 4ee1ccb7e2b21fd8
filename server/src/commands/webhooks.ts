import { formatQuantity } from '@funil/contract/counts';
import type { Endpoint } from '@funil/contract/deliveries/deliveries';
import { WEBHOOK_EVENTS, type WebhookEvent } from '@funil/contract/deliveries/webhook-events';
import { toLocalTime } from '@funil/contract/local-time';
import { fieldColumns } from '../csv/columns.ts';
import { createAddressGuard, describeRefusal } from '../deliveries/address-guard.ts';
import { type ListedAttempt, readAttempts } from '../deliveries/list-deliveries.ts';
import {
  type EndpointTestResult,
  testEndpoint,
  testEventType,
} from '../deliveries/webhooks/destination.ts';
import {
  addEndpoint,
  describeRotationRefusal,
  destinationName,
  type EndpointSecrets,
  type EndpointWarning,
  findEndpoint,
  isWebhookEvent,
  readEndpoints,
  removeEndpoint,
  rotateSecret,
} from '../deliveries/webhooks/endpoints.ts';
import type { Database } from '../store/database.ts';
import { isUuid } from '../store/queries/uuid.ts';
import { runActions } from './run/command.ts';
import { defineAction, OperatorError } from './run/definition.ts';
import { COMMAND_OPTIONS, LIST_OPTIONS, readSince } from './run/options.ts';
import { replayDeliveries, replayDelivery } from './run/replay.ts';
import { showList } from './run/show-list.ts';
import { cleanText } from './run/table.ts';

function readEventOptions(list = ''): WebhookEvent[] {
  const names = list.split(',').map((name) => name.trim());
  const events = names.filter(Boolean).map((name) => {
    if (isWebhookEvent(name)) return name;
    throw new OperatorError(
      `--events não conhece “${name}”; o que há: ${WEBHOOK_EVENTS.join(', ')}.`,
    );
  });
  return [...new Set(events)];
}

const describeEvents = (events: readonly WebhookEvent[]): string =>
  events.length === 0 ? 'todos' : events.join(', ');

async function requireEndpoint(
  database: Database,
  id: string,
): Promise<Endpoint & EndpointSecrets> {
  const endpoint = await findEndpoint(database, id);
  if (endpoint) return endpoint;
  throw unknownEndpointError(id);
}

const unknownEndpointError = (id: string) =>
  new OperatorError(`Nenhum webhook tem o id “${id}”. npm run webhooks -- list mostra os que há.`);

const ENDPOINT_WARNINGS: Readonly<Record<EndpointWarning, string>> = {
  unencrypted: 'Atenção: com http:// o que se envia pode ser lido no caminho; prefira https://.',
  known: 'Atenção: esse endereço já estava cadastrado; agora recebe cada aviso duas vezes.',
  'unknown-name': 'Atenção: o nome desse endereço não existe agora (DNS); confira se está certo.',
};

const SECRET_SHOWN_ONCE_MESSAGE = 'Guarde o segredo agora: ele não é mostrado de novo.\n';

const addAction = defineAction({
  help: 'cadastra um endereço; mostra seu id e, só desta vez, seu segredo',
  operand: 'URL',
  access: 'write',
  options: { events: COMMAND_OPTIONS.events },
  check: ({ options }) => void readEventOptions(options.events),
  async run({ database, config, operand: url, options, print, note }) {
    const events = readEventOptions(options.events);
    const addition = await addEndpoint(
      database,
      { url, events },
      createAddressGuard(config.webhooks),
    );
    if (!addition.ok) throw new OperatorError(describeRefusal(addition));
    const { endpoint, secret, warnings } = addition;
    print(`id: ${endpoint.id}\nsecret: ${secret}\n`);
    print(`url: ${endpoint.url}\nevents: ${describeEvents(endpoint.events)}\n`);
    print(SECRET_SHOWN_ONCE_MESSAGE);
    for (const warning of warnings) note(`${ENDPOINT_WARNINGS[warning]}\n`);
  },
});

const OFF_REASON_LABELS: Readonly<Record<string, string>> = { gone: 'respondeu 410' };

const describeState = ({ off_at, off_reason }: Endpoint): string =>
  off_at === null
    ? 'ligado'
    : `desligado: ${OFF_REASON_LABELS[off_reason ?? ''] ?? off_reason}, ${toLocalTime(off_at)}`;

const listAction = defineAction({
  help: 'mostra os endereços cadastrados',
  access: 'read',
  options: LIST_OPTIONS,
  async run(context) {
    const endpoints = (await readEndpoints(context.database)).map(
      ({ secret: _, previous: __, ...endpoint }): Endpoint => endpoint,
    );
    const events = (endpoint: Endpoint) => describeEvents(endpoint.events);
    await showList(context, {
      read: () => [endpoints],
      columns: {
        ...fieldColumns<Endpoint>('id', 'url'),
        events,
        ...fieldColumns<Endpoint>('created_at', 'off_at', 'off_reason'),
      },
      table: { ...fieldColumns<Endpoint>('id', 'url'), events, situacao: describeState },
      noun: ['webhook', 'webhooks'],
    });
  },
});

const removeAction = defineAction({
  help: 'tira um endereço; o que ainda esperava por ele não é mais enviado',
  operand: 'ID',
  access: 'write',
  options: {},
  async run({ database, operand: id, print }) {
    const { url } = await requireEndpoint(database, id);
    const canceled = (await removeEndpoint(database, id, Date.now())) ?? 0;
    const canceledText = formatQuantity(canceled, 'entrega que esperava', 'entregas que esperavam');
    print(`Removido: ${url}\n${canceled > 0 ? `Canceladas: ${canceledText}\n` : ''}`);
  },
});

const rotateAction = defineAction({
  help: 'troca o segredo; por 24 horas o anterior também assina',
  operand: 'ID',
  access: 'write',
  options: {},
  async run({ database, operand: id, print }) {
    const rotation = await rotateSecret(database, id, Date.now());
    if (!rotation.ok) {
      throw rotation.reason === 'unknown'
        ? unknownEndpointError(id)
        : new OperatorError(describeRotationRefusal(rotation.until));
    }
    print(`id: ${id}\nsecret: ${rotation.secret}\n`);
    print(`O segredo anterior também vale até ${toLocalTime(rotation.previousUntil)}.\n`);
    print(SECRET_SHOWN_ONCE_MESSAGE);
  },
});

function describeDelivery(type: string, { id, outcome, durationMs }: EndpointTestResult): string {
  const status = outcome.status === null ? 'sem resposta' : `status ${outcome.status}`;
  const outcomeText = outcome.result === 'delivered' ? 'entregue' : 'falhou';
  const response = outcome.response === '' ? '' : `  ${cleanText(outcome.response)}\n`;
  return `${type}: ${outcomeText}, ${status}, ${durationMs} ms, webhook-id ${id}\n${response}`;
}

const testAction = defineAction({
  help: 'envia agora um exemplo, assinado, com data.test: true',
  operand: 'ID',
  access: 'read',
  options: { events: COMMAND_OPTIONS.events },
  check: ({ options }) => void readEventOptions(options.events),
  async run({ database, config, operand: id, options, print, fail }) {
    const endpoint = await requireEndpoint(database, id);
    const events = readEventOptions(options.events);
    const addressGuard = createAddressGuard(config.webhooks);
    for (const type of events.length === 0 ? [testEventType(endpoint)] : events) {
      const testResult = await testEndpoint(endpoint, type, addressGuard);
      if (testResult.outcome.result !== 'delivered') fail();
      print(describeDelivery(type, testResult));
    }
  },
});

const MAX_ATTEMPTS_LISTED = 50;
const ATTEMPT_COLUMNS = fieldColumns<ListedAttempt>(
  'tried_at',
  'type',
  'delivery',
  'state',
  'status',
  'duration_ms',
  'response',
);

const logAction = defineAction({
  help: 'mostra as últimas tentativas de um webhook, ou de uma entrega',
  operand: 'ID',
  access: 'read',
  options: LIST_OPTIONS,
  async run(context) {
    const { database, operand: id } = context;
    const endpoint = await findEndpoint(database, id);
    const filter = endpoint ? { destination: destinationName(endpoint.id) } : { delivery: id };
    const attempts = isUuid(id) ? await readAttempts(database, filter, MAX_ATTEMPTS_LISTED) : [];
    if (!endpoint && attempts.length === 0) throw unknownEndpointError(id);
    await showList(context, {
      read: () => [attempts],
      columns: ATTEMPT_COLUMNS,
      noun: ['tentativa', 'tentativas'],
    });
  },
});

const replayAction = defineAction({
  help: 'envia de novo uma entrega; ou, de um webhook, as perdidas, e com --desde todas desde o dia',
  operand: 'ID',
  access: 'write',
  options: { desde: COMMAND_OPTIONS.desde },
  check: ({ options }) => void readSince(options),
  async run(context) {
    const { database, operand: id, options } = context;
    const since = readSince(options);
    const endpoint = await findEndpoint(database, id);
    if (endpoint === null) {
      if (!isUuid(id)) throw unknownEndpointError(id);
      if (since !== null) throw new OperatorError('--desde vale com o id de um webhook.');
      return replayDelivery(context, id);
    }
    if (endpoint.off_at !== null) {
      throw new OperatorError(
        'Esse webhook está desligado, porque respondeu 410: cadastre-o de novo.',
      );
    }
    const states = since === null ? (['dead'] as const) : (['dead', 'delivered'] as const);
    const destination = destinationName(endpoint.id);
    await replayDeliveries(context, { since, destination, states });
  },
});

await runActions({
  name: 'webhooks',
  summary: 'Avisa outros sistemas (n8n, Make, um CRM) do que acontece aqui: docs/webhooks.md.',
  actions: {
    add: addAction,
    list: listAction,
    remove: removeAction,
    rotate: rotateAction,
    test: testAction,
    log: logAction,
    replay: replayAction,
  },
  examples: [
    'npm run webhooks -- add https://exemplo.com/webhook',
    'npm run webhooks -- add https://exemplo.com/webhook --events lead.created,sale.paid',
    'npm run webhooks -- test ID',
    'npm run webhooks -- replay ID --desde 2026-03-01',
  ],
});
