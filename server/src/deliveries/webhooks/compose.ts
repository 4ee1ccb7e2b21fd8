import { Webhook } from 'standardwebhooks';
import type { Delivery } from '../destination.ts';
import type { Secrets } from './endpoints.ts';

/** Signs and writes the requests of one endpoint. */
export interface WebhookComposer {
  readonly url: URL;
  compose(
    delivery: Delivery,
    at: Date,
  ): { readonly headers: Record<string, string>; readonly body: string };
}

/** Returns an endpoint's composer; null if a row changed by hand holds an unusable address or secret. */
export function createComposer(url: string, secrets: Secrets): WebhookComposer | null {
  try {
    const sign = createSigner(secrets);
    return {
      url: new URL(url),
      compose(delivery, at) {
        const body = writeBody(delivery);
        const headers = {
          'content-type': 'application/json',
          'user-agent': 'Funil-Webhooks/1',
          ...sign(delivery.id, body, at),
        };
        return { headers, body };
      },
    };
  } catch {
    // The destination reports it: one endpoint's mistake stops no other.
    return null;
  }
}

/** Returns the body, which is the same at every attempt. */
function writeBody({ event: { type, happenedAt, data } }: Delivery): string {
  return JSON.stringify({ type, timestamp: happenedAt, data });
}

/**
 * Returns a function that signs by Standard Webhooks (https://www.standardwebhooks.com); while a secret is
 * being replaced, both sign.
 */
function createSigner({ secret, previous }: Secrets) {
  const current = new Webhook(secret);
  const former = previous && { webhook: new Webhook(previous.secret), until: previous.until };
  return (id: string, body: string, at: Date) => {
    const isBoth = former !== null && at.getTime() < Date.parse(former.until);
    const signers = isBoth ? [current, former.webhook] : [current];
    return {
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
      'webhook-signature': signers.map((signer) => signer.sign(id, at, body)).join(' '),
    };
  };
}
