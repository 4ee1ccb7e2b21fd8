import { randomUUID } from 'node:crypto';
import type { Endpoint } from '@funil/contract/console/deliveries';
import type { WebhookEvent } from '@funil/contract/webhook-events';
import { WEBHOOK_EXAMPLES } from '@funil/contract/webhook-examples';
import type { Outcome } from '../destination.ts';
import { createEndpointDestination, createEndpointPoster } from './destination.ts';
import type { Secrets } from './endpoints.ts';
import type { Guard } from './guard.ts';

export interface EndpointTest {
  readonly endpoint: Endpoint & Secrets;
  readonly type: WebhookEvent;
  readonly guard: Guard;
}

export interface Tested {
  /** What the other side got as `webhook-id`. */
  readonly id: string;
  readonly outcome: Outcome;
  /** In ms. */
  readonly took: number;
}

/** The first type that an endpoint asked for. */
export const testedType = ({ events }: Pick<Endpoint, 'events'>): WebhookEvent =>
  events[0] ?? 'lead.created';

/**
 * Sends an example at once, signed as everything is and marked as a test (`data.test`). It is no delivery:
 * nothing of it is stored, and it is not tried again.
 */
export async function testEndpoint({ endpoint, type, guard }: EndpointTest): Promise<Tested> {
  const poster = createEndpointPoster(guard);
  const destination = createEndpointDestination({
    endpoint,
    poster,
    now: Date.now,
  });
  const { data } = WEBHOOK_EXAMPLES[type];
  const id = randomUUID();
  const happenedAt = new Date().toISOString();
  const announcement = { number: 0, type, subject: 'test', happenedAt, data };
  const begun = performance.now();
  const never = new AbortController().signal;
  const outcome = await destination.send([{ id, announcement, tries: 0 }], never);
  poster.close();
  return { id, outcome, took: Math.round(performance.now() - begun) };
}
