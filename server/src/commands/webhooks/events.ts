import { WEBHOOK_EVENTS, type WebhookEvent } from '@funil/contract/webhook-events';
import { isEvent } from '../../deliveries/webhooks/endpoints.ts';
import { OperatorError } from '../run/operator-error.ts';

/**
 * The events of a list parted by commas; none where there is no list.
 * @throws OperatorError that names what is no event, and those that there are
 */
export function readEvents(list: string | undefined): WebhookEvent[] {
  const words = list?.split(',').map((word) => word.trim()) ?? [];
  const events = words.filter(Boolean).map((word) => {
    if (isEvent(word)) return word;
    throw new OperatorError(
      `--events não conhece “${word}”; o que há: ${WEBHOOK_EVENTS.join(', ')}.`,
    );
  });
  return [...new Set(events)];
}

export const describeEvents = (events: readonly WebhookEvent[]): string =>
  events.length === 0 ? 'todos' : events.join(', ');
