import { Webhook } from 'standardwebhooks';
import type { Delivery } from '../destination.ts';
import type { Secrets } from './endpoints.ts';

/** Signs and writes the requests of one endpoint. */
export interface WebhookComposer {
  readonly url: URL;
  /** The body is the same for every attempt. */
  compose(
    delivery: Delivery,
    at: Date,
  ): { readonly headers: Record<string, string>; readonly body: string };
}

/**
 * Returns an endpoint's composer, which signs by Standard Webhooks (https://www.standardwebhooks.com), with both secrets
 * during a rotation; null if the stored address or secret is unusable.
 */
export function createComposer(
  address: string,
  { secret, previous }: Secrets,
): WebhookComposer | null {
  try {
    const url = new URL(address);
    const current = new Webhook(secret);
    const former = previous && new Webhook(previous.secret);
    return {
      url,
      compose({ id, event: { type, happenedAt, data } }, at) {
        const body = JSON.stringify({ type, timestamp: happenedAt, data });
        const isRotating = previous !== null && at.getTime() < Date.parse(previous.until);
        const signers = isRotating && former ? [current, former] : [current];
        const headers = {
          'content-type': 'application/json',
          'user-agent': 'Funil-Webhooks/1',
          'webhook-id': id,
          'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
          'webhook-signature': signers.map((signer) => signer.sign(id, at, body)).join(' '),
        };
        return { headers, body };
      },
    };
  } catch {
    // The destination reports the unusable row; the other endpoints go on.
    return null;
  }
}
