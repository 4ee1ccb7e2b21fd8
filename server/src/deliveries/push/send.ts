import type { PushDevice, PushKeys } from '../../operators/push-devices.ts';
import type { AttemptOutcome } from '../destination.ts';
import { judgeWebhookResponse, type WebhookResponse } from '../webhooks/send.ts';
import type { PushMessage } from './compose.ts';

/** Push services drop a push that reaches no device in this time. */
const PUSH_LIFETIME_S = 3_600;

interface PushSender {
  readonly keys: PushKeys;
  /** The address by which push services identify the sender. */
  readonly consoleUrl: string;
}

/** Encrypts the push for its device (RFC 8291) and signs it as the server (RFC 8292). */
export async function encryptPush(
  message: PushMessage,
  { endpoint, p256dh, auth }: Pick<PushDevice, 'endpoint' | 'p256dh' | 'auth'>,
  { keys, consoleUrl }: PushSender,
) {
  // Loaded here, so that a server without pushes does not hold the library in memory.
  const { default: library } = await import('web-push');
  return library.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    JSON.stringify(message),
    {
      vapidDetails: { subject: consoleUrl, ...keys },
      TTL: PUSH_LIFETIME_S,
      urgency: 'high',
      // Replaces an earlier push that still waits at the service.
      topic: message.tag.replaceAll('-', ''),
    },
  );
}

/**
 * Judges a push service's response, in which 404 and 410 mean that the subscription has ended. The outcome keeps the
 * response without the advice for receivers of webhooks.
 */
export function judgePushResponse(response: WebhookResponse, now: number): AttemptOutcome {
  const outcome = { ...judgeWebhookResponse(response, now), response: response.text };
  return response.status === 404 ? { ...outcome, result: 'gone' } : outcome;
}
