import { Webhook } from 'standardwebhooks';
import type { Delivery } from '../destination.ts';
import type { EndpointSecrets } from './endpoints.ts';

/**
 * Signs as https://www.standardwebhooks.com says, with both secrets during a rotation. Every attempt has the same body.
 */
export function composeWebhook(
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
