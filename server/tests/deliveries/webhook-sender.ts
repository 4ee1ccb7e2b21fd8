import { randomUUID } from 'node:crypto';
import { createAddressGuard, type ResolveHost } from '../../src/deliveries/address-guard.ts';
import type { AttemptOutcome, Delivery } from '../../src/deliveries/destination.ts';
import { createPoster } from '../../src/deliveries/poster.ts';
import { createEndpointDestination } from '../../src/deliveries/webhooks/destination.ts';
import type { EndpointSecrets } from '../../src/deliveries/webhooks/endpoints.ts';

export const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
export const FORMER_SECRET = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';

export const headersOf = (headers: Record<string, unknown> = {}) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

export const makeDelivery = (overrides: Partial<Delivery> = {}): Delivery => ({
  id: randomUUID(),
  attempts: 0,
  event: {
    number: 1,
    type: 'lead.created',
    subject: 'lead:0195b0a5-7c00-7000-8000-000000000001',
    happenedAt: '2026-03-01T12:00:00.000Z',
    data: { version: 1, nome: 'Ana “Teste” 😀' },
  },
  ...overrides,
});

export interface SenderOptions {
  url: string;
  secrets?: EndpointSecrets;
  allowPrivate?: boolean;
  resolve?: ResolveHost;
  timeoutMs?: number;
  now?: () => number;
}

/** Creates the destination of one endpoint without a database. */
export function startSender({
  url,
  secrets = { secret: SECRET, previous: null },
  allowPrivate = true,
  resolve,
  timeoutMs = 5_000,
  now = Date.now,
}: SenderOptions) {
  const addressGuard = createAddressGuard({ allowPrivate, ...(resolve && { resolve }) });
  const poster = createPoster({ addressGuard, maxSockets: 8, timeoutMs });
  const endpoint = { id: '00000000-0000-4000-8000-000000000001', url, events: [], ...secrets };
  const destination = createEndpointDestination({ endpoint, poster, now });
  return {
    destination,
    send: (
      delivery: Delivery = makeDelivery(),
      signal = new AbortController().signal,
    ): Promise<AttemptOutcome> => destination.send([delivery], signal),
    [Symbol.dispose]: () => poster.close(),
  };
}
