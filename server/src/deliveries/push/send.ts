import type { PushDevice, PushKeys } from '../../operators/push-devices.ts';
import type { AttemptOutcome } from '../destination.ts';
import { judgeWebhookResponse, type WebhookResponse } from '../webhooks/send.ts';
import type { PushMessage } from './compose.ts';

/** A push that reaches no phone within an hour is dropped. */
const TTL_S = 3_600;

interface Sender {
  readonly keys: PushKeys;
  /** The console's address, which tells push services the sender. */
  readonly subject: string;
}

/** Returns the headers and body of a push, encrypted for its device (RFC 8291) and signed by the server (RFC 8292). */
export async function encryptPush(
  message: PushMessage,
  { endpoint, p256dh, auth }: Pick<PushDevice, 'endpoint' | 'p256dh' | 'auth'>,
  { keys, subject }: Sender,
) {
  // The import is late, so that only a server that sends pushes holds the library in memory.
  const { default: library } = await import('web-push');
  return library.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    JSON.stringify(message),
    {
      vapidDetails: { subject, ...keys },
      TTL: TTL_S,
      urgency: 'high',
      // A push that still waits at the service is replaced by its repetition.
      topic: message.tag.replaceAll('-', ''),
    },
  );
}

/** Returns the outcome of a push service's response: 404 and 410 say that the subscription has ended. */
export function judgePushResponse(response: WebhookResponse, now: number): AttemptOutcome {
  const outcome = judgeWebhookResponse(response, now);
  return response.status === 404 ? { ...outcome, result: 'gone' } : outcome;
}
