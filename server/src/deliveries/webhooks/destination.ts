import { randomUUID } from 'node:crypto';
import type { Endpoint } from '@funil/contract/deliveries/deliveries';
import type { WebhookEvent } from '@funil/contract/deliveries/webhook-events';
import { WEBHOOK_EXAMPLES } from '@funil/contract/deliveries/webhook-examples';
import { Webhook } from 'standardwebhooks';
import type { Database } from '../../store/database.ts';
import type { AddressGuard } from '../address-guard.ts';
import {
  type AttemptOutcome,
  type Delivery,
  type Destination,
  failedAttempt,
} from '../destination.ts';
import { createPoster, type Poster } from '../poster.ts';
import { destinationName, type EndpointSecrets, readEnabledEndpoints } from './endpoints.ts';
import { describeFailure, judgeWebhookResponse } from './judge-response.ts';

const MAX_WEBHOOK_SOCKETS = 48;
/** The time that Standard Webhooks gives a receiver. */
const WEBHOOK_TIMEOUT_MS = 15_000;

interface EndpointDependencies {
  readonly endpoint: Pick<Endpoint, 'id' | 'url'> &
    EndpointSecrets & { readonly isRemoved?: boolean };
  readonly poster: Poster;
  readonly now: () => number;
}

export function createEndpointDestination(deps: EndpointDependencies): Destination {
  const { endpoint, poster, now } = deps;
  return {
    name: destinationName(endpoint.id),
    isPaused: endpoint.isRemoved ?? false,
    concurrency: MAX_WEBHOOK_SOCKETS,
    maxBatchSize: 1,
    restMs: 0,
    async send([delivery], signal) {
      const url = URL.parse(endpoint.url);
      if (url === null)
        return failedAttempt('O endereço guardado não serve: cadastre o webhook de novo.');
      const request = composeWebhook(delivery, endpoint, new Date(now()));
      const postResult = await poster.post({ url, ...request, signal });
      return postResult.ok
        ? judgeWebhookResponse(postResult.response, now())
        : failedAttempt(describeFailure(postResult.error));
    },
  };
}

/** Signs by https://www.standardwebhooks.com, with both secrets in a rotation. Every attempt has the same body. */
function composeWebhook(
  { id, event: { type, happenedAt, data } }: Delivery,
  { secret, previous }: EndpointSecrets,
  sentAt: Date,
) {
  const body = JSON.stringify({ type, timestamp: happenedAt, data });
  const isRotating = previous !== null && sentAt.getTime() < Date.parse(previous.until);
  const secrets = isRotating ? [secret, previous.secret] : [secret];
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Funil-Webhooks/1',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1_000)),
    'webhook-signature': secrets.map((key) => new Webhook(key).sign(id, sentAt, body)).join(' '),
  };
  return { headers, body };
}

interface ServedEndpoint {
  readonly row: string;
  readonly destination: Destination;
  readonly poster: Poster;
}

const createEndpointPoster = (addressGuard: AddressGuard): Poster =>
  createPoster({ addressGuard, maxSockets: MAX_WEBHOOK_SOCKETS, timeoutMs: WEBHOOK_TIMEOUT_MS });

/** Returns a reader of enabled endpoints. A destination stays until its row changes, so that connections stay open. */
export function createWebhookDestinationReader(addressGuard: AddressGuard) {
  let servedById = new Map<string, ServedEndpoint>();

  return async (database: Database): Promise<readonly Destination[]> => {
    const nextServedById = new Map<string, ServedEndpoint>();
    for (const endpoint of await readEnabledEndpoints(database)) {
      const servedBefore = servedById.get(endpoint.id);
      const row = JSON.stringify(endpoint);
      if (servedBefore?.row === row) {
        nextServedById.set(endpoint.id, servedBefore);
        continue;
      }
      const poster = servedBefore?.poster ?? createEndpointPoster(addressGuard);
      const destination = createEndpointDestination({ endpoint, poster, now: Date.now });
      nextServedById.set(endpoint.id, { row, poster, destination });
    }
    for (const [id, { poster }] of servedById) if (!nextServedById.has(id)) poster.close();
    servedById = nextServedById;
    return [...nextServedById.values()].map(({ destination }) => destination);
  };
}

export interface EndpointTestResult {
  readonly id: string;
  readonly outcome: AttemptOutcome;
  readonly durationMs: number;
}

export const testEventType = ({ events }: Pick<Endpoint, 'events'>): WebhookEvent =>
  events[0] ?? 'lead.created';

/** Sends an example event with `data.test`. The attempt is neither stored nor retried. */
export async function testEndpoint(
  endpoint: Endpoint & EndpointSecrets,
  type: WebhookEvent,
  addressGuard: AddressGuard,
): Promise<EndpointTestResult> {
  const poster = createEndpointPoster(addressGuard);
  const { send } = createEndpointDestination({ endpoint, poster, now: Date.now });
  const { data } = WEBHOOK_EXAMPLES[type];
  const id = randomUUID();
  const happenedAt = new Date().toISOString();
  const event = { number: 0, type, subject: 'test', happenedAt, data };
  const startMs = performance.now();
  const outcome = await send([{ id, event, attempts: 0 }], new AbortController().signal);
  poster.close();
  return { id, outcome, durationMs: Math.round(performance.now() - startMs) };
}
