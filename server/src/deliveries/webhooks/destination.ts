import type { Endpoint } from '@funil/contract/console/deliveries';
import type { Database } from '../../store/database.ts';
import { type Delivery, type Destination, failed, type Outcome } from '../destination.ts';
import { createComposer } from './compose.ts';
import { destinationOf, readServed, type Secrets } from './endpoints.ts';
import type { Guard } from './guard.ts';
import { createPoster, describeFailure, judgeWebhookAnswer, type Poster } from './send.ts';

/** Concurrent attempts at one endpoint. */
const MAX_CONNECTIONS = 48;

interface EndpointParts {
  readonly endpoint: Pick<Endpoint, 'id' | 'url' | 'events'> &
    Secrets & { readonly isLeaving?: boolean };
  readonly poster: Poster;
  /** Now, in ms since 1970. */
  readonly now: () => number;
}

/** Returns the destination of one endpoint. */
export function createEndpointDestination(parts: EndpointParts): Destination {
  const { endpoint, poster, now } = parts;
  const composer = createComposer(endpoint.url, endpoint);

  async function send(
    [delivery]: readonly [Delivery, ...Delivery[]],
    signal: AbortSignal,
  ): Promise<Outcome> {
    if (composer === null) return failed(UNUSABLE);
    const request = composer.compose(delivery, new Date(now()));
    const posted = await poster.post({ url: composer.url, ...request, signal });
    if (posted.ok) return judgeWebhookAnswer(posted.answer, now());
    return failed(describeFailure(posted.error));
  }

  return {
    name: destinationOf(endpoint.id),
    isPaused: endpoint.isLeaving ?? false,
    concurrency: MAX_CONNECTIONS,
    batch: 1,
    rest: 0,
    send,
  };
}

const UNUSABLE = 'O endereço ou o segredo guardado não serve: cadastre o webhook de novo.';

/** Longest attempt, in ms: the time that Standard Webhooks gives a receiver. */
const WEBHOOK_TIMEOUT_MS = 15_000;

export interface WebhookDestinations {
  /** The endpoints that are on, also those that leave; an endpoint is the same object for as long as nothing of it changes. */
  read(database: Database): Promise<readonly Destination[]>;
  /** Ends the connections that are kept. */
  close(): void;
}

interface ServedEndpoint {
  /** The row that the destination was made of, as JSON. */
  readonly made: string;
  readonly destination: Destination;
  readonly poster: Poster;
}

export const createEndpointPoster = (guard: Guard): Poster =>
  createPoster({ guard, connections: MAX_CONNECTIONS, timeoutMs: WEBHOOK_TIMEOUT_MS });

/** Returns all endpoints as destinations, each with separate connections: an endpoint that hangs takes none from another. */
export function createWebhookDestinations(guard: Guard): WebhookDestinations {
  let served = new Map<string, ServedEndpoint>();

  return {
    async read(database) {
      const endpoints = await readServed(database);
      const current = new Map<string, ServedEndpoint>();
      for (const endpoint of endpoints) {
        const known = served.get(endpoint.id);
        const made = JSON.stringify(endpoint);
        const poster = known?.poster ?? createEndpointPoster(guard);
        const one =
          known?.made === made
            ? known
            : {
                made,
                poster,
                destination: createEndpointDestination({ endpoint, poster, now: Date.now }),
              };
        current.set(endpoint.id, one);
      }
      for (const [id, { poster }] of served) if (!current.has(id)) poster.close();
      served = current;
      return [...current.values()].map(({ destination }) => destination);
    },
    close() {
      for (const { poster } of served.values()) poster.close();
    },
  };
}
