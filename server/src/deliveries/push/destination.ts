import { msSinceMidnight } from '@funil/contract/brasilia';
import { HOUR_MS, MINUTE_MS } from '@funil/contract/durations';
import type { Config } from '../../config/config.ts';
import {
  PUSH_PREFIX,
  type PushDevice,
  type PushKeys,
  readPushDevices,
  readPushKeys,
  removeDevice,
} from '../../operators/push-devices.ts';
import { openWithAny } from '../../settings/seal.ts';
import { readKeys, type SecretsKeyConfig } from '../../settings/secrets-key.ts';
import type { Database } from '../../store/database.ts';
import type { AddressGuard } from '../address-guard.ts';
import {
  type AttemptOutcome,
  type DeliveryBatch,
  type Destination,
  failedAttempt,
  skippedAttempt,
} from '../destination.ts';
import { createPoster, type PostResponse } from '../poster.ts';
import { judgeWebhookResponse } from '../webhooks/judge-response.ts';
import { composePush, composeSummary, type PushMessage, wantsEvent } from './compose.ts';
import { findConsolePaths } from './find-console-paths.ts';

const MAX_EVENTS_PER_PUSH = 2_000;
const PUSH_TIMEOUT_MS = 10_000;

/** The quiet hours, in ms since midnight in Brasília. */
const [QUIET_FROM_MS, QUIET_UNTIL_MS] = [22 * HOUR_MS, 7 * HOUR_MS];

export function isQuietTime(now: number): boolean {
  const time = msSinceMidnight(now);
  return time >= QUIET_FROM_MS || time < QUIET_UNTIL_MS;
}

interface PushDependencies extends SecretsKeyConfig {
  readonly console: Pick<Config['console'], 'url'>;
  readonly addressGuard: AddressGuard;
  readonly now?: () => number;
}

/**
 * Returns a function that lists one destination per device; none if the console has no https address. After a push, a
 * device rests for a minute; the next push bundles the events of that minute.
 */
export function createPushDestinationReader(deps: PushDependencies) {
  const { addressGuard, now = Date.now } = deps;
  const { url } = deps.console;
  const poster = createPoster({ addressGuard, maxSockets: 4, timeoutMs: PUSH_TIMEOUT_MS });
  const restingIds = new Set<string>();
  let keys: PushKeys | null = null;

  async function send(
    { database, device }: { readonly database: Database; readonly device: PushDevice },
    deliveries: DeliveryBatch,
    signal: AbortSignal,
  ): Promise<AttemptOutcome> {
    restingIds.delete(device.id);
    const endpoint = URL.parse(device.endpoint);
    if (keys === null || url === null || endpoint === null)
      return failedAttempt(PUSH_KEY_UNREADABLE);
    const sender = { keys, consoleUrl: url };
    const messages = await composeMessages(database, device, deliveries);
    if (messages.length > 0) restingIds.add(device.id);
    const outcomes = await Promise.all(
      messages.map(async (message) => {
        const request = await encryptPush(message, device, sender);
        const postResult = await poster.post({ url: endpoint, ...request, signal });
        if (!postResult.ok) return failedAttempt(postResult.error.code ?? postResult.error.message);
        return judgePushResponse(postResult.response, now());
      }),
    );
    const failure = outcomes.find(({ result }) => result !== 'delivered');
    const outcome = failure ?? outcomes[0] ?? skippedAttempt('not-told');
    if (outcome.result === 'gone')
      await removeDevice(database, { id: device.id, operatorId: null });
    return outcome;
  }

  return async (database: Database): Promise<readonly Destination[]> => {
    if (!url?.startsWith('https:')) return [];
    const devices = await readPushDevices(database);
    if (devices.length === 0) return [];
    keys ??= await readPushKeys(database, (name, sealed) =>
      openWithAny(readKeys(deps), name, sealed),
    );
    return devices.map((device) => ({
      name: PUSH_PREFIX + device.id,
      subscribesTo: (type) => wantsEvent(device, type),
      isPaused: device.isQuiet && isQuietTime(now()),
      concurrency: 1,
      maxBatchSize: MAX_EVENTS_PER_PUSH,
      get restMs() {
        return restingIds.has(device.id) ? MINUTE_MS : 0;
      },
      async send(deliveries, signal) {
        const outcome = await send({ database, device }, deliveries, signal);
        return refuseLateRetry(outcome, deliveries[0].attempts);
      },
    }));
  };
}

/** Returns one message for all events that the device tells of, and one for each summary. */
async function composeMessages(
  database: Database,
  device: PushDevice,
  deliveries: DeliveryBatch,
): Promise<readonly PushMessage[]> {
  const events = deliveries.map(({ event }) => event);
  const wantedEvents = events.filter(({ type }) => wantsEvent(device, type));
  const pathsBySubject = await findConsolePaths(database, wantedEvents, device.operator);
  const bundle = composePush(deliveries, pathsBySubject, device.showsNames);
  return [bundle, ...wantedEvents.map(composeSummary)].filter((message) => message !== null);
}

/** Push services drop a push that reaches no device in this time. */
const PUSH_LIFETIME_S = 3_600;

interface PushSender {
  readonly keys: PushKeys;
  /** The address by which push services identify the sender. */
  readonly consoleUrl: string;
}

/** Encrypts the push for its device (RFC 8291) and signs it as the server (RFC 8292). */
async function encryptPush(
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
function judgePushResponse(response: PostResponse, now: number): AttemptOutcome {
  const outcome = { ...judgeWebhookResponse(response, now), response: response.text };
  return response.status === 404 ? { ...outcome, result: 'gone' } : outcome;
}

const PUSH_KEY_UNREADABLE = 'A chave dos avisos não abre neste servidor.';

/** The fourth attempt comes 35 minutes after the first; a fifth would come hours later. */
const MAX_PUSH_ATTEMPTS = 4;

/** Ends a delivery whose next attempt would be over an hour away, because the news is not worth a push by then. */
function refuseLateRetry(outcome: AttemptOutcome, attempts: number): AttemptOutcome {
  if (outcome.result !== 'failed') return outcome;
  const isRetryLate = attempts + 1 >= MAX_PUSH_ATTEMPTS || (outcome.retryAfterMs ?? 0) > HOUR_MS;
  const { status, response } = outcome;
  return isRetryLate ? { result: 'refused', status, response } : outcome;
}
