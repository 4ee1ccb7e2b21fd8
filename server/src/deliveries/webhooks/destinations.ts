import type { Database } from '../../store/database.ts';
import type { Destination } from '../destination.ts';
import { MAX_CONNECTIONS, createEndpointDestination } from './destination.ts';
import { readServed } from './endpoints.ts';
import type { Guard } from './guard.ts';
import { createPoster, type Poster } from './post.ts';

/** Longest a try takes in all, in ms: what Standard Webhooks gives a receiver. */
const WEBHOOK_TIMEOUT_MS = 15_000;

export interface WebhookDestinations {
  /** The endpoints that are on, also those that leave; an endpoint is the same object for as long as nothing of it changes. */
  read(database: Database): Promise<readonly Destination[]>;
  /** Ends the connections that are kept. */
  close(): void;
}

interface Lane {
  /** All that the destination was made of. */
  readonly made: string;
  readonly destination: Destination;
  readonly poster: Poster;
}

export const createEndpointPoster = (guard: Guard): Poster =>
  createPoster({ guard, connections: MAX_CONNECTIONS, patience: WEBHOOK_TIMEOUT_MS });

/** All endpoints as lanes, each with connections of its own: one that hangs takes none from another. */
export function createWebhookDestinations(
  guard: Guard,
  now: () => number = Date.now,
): WebhookDestinations {
  let lanes = new Map<string, Lane>();

  return {
    async read(database) {
      const endpoints = await readServed(database);
      const current = new Map<string, Lane>();
      for (const endpoint of endpoints) {
        const known = lanes.get(endpoint.id);
        const made = JSON.stringify(endpoint);
        const poster = known?.poster ?? createEndpointPoster(guard);
        const lane =
          known?.made === made
            ? known
            : {
                made,
                poster,
                destination: createEndpointDestination({
                  endpoint,
                  secrets: endpoint,
                  poster,
                  now,
                }),
              };
        current.set(endpoint.id, lane);
      }
      for (const [id, { poster }] of lanes) if (!current.has(id)) poster.close();
      lanes = current;
      return [...current.values()].map(({ destination }) => destination);
    },
    close() {
      for (const { poster } of lanes.values()) poster.close();
    },
  };
}
