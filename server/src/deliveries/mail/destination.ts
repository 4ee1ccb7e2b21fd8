import type { WebhookEvent } from '@funil/contract/deliveries/webhook-events';
import { MINUTE_MS } from '@funil/contract/durations';
import type { MailConfig } from '../../config/mail.ts';
import { type Destination, failedAttempt } from '../destination.ts';
import { composeMessages } from './compose.ts';
import type { MailContext } from './layout.ts';
import { createSendingPace, type SendingAllowance } from './pace.ts';
import { createMailer } from './send.ts';

export interface MailDependencies {
  readonly mail: MailConfig | null;
  readonly readContext: () => MailContext;
  readonly now?: () => number;
}

const MAX_EVENTS_PER_EMAIL = 2_000;
/** At most 492 messages a day. Gmail allows an account 500, also for e-mails to operators, which have no pace. */
const SINGLE_ALLOWANCE = { burst: 30, refillMs: 5 * MINUTE_MS, restMs: 0 };
const LEADS_ALLOWANCE = { burst: 30, refillMs: 10 * MINUTE_MS, restMs: MINUTE_MS };

interface MailDestinationOptions {
  readonly name: string;
  readonly types: readonly WebhookEvent[];
  readonly maxBatchSize: number;
  readonly allowance: SendingAllowance;
}

/** Leads share a digest each minute; every other event has its own message, except in a flood of events. */
export function createMailDestinations(deps: MailDependencies): Destination[] {
  const { mail, readContext, now = Date.now } = deps;
  if (mail === null) return [];
  const mailer = createMailer(mail);

  function createDestination({ name, types, maxBatchSize, allowance }: MailDestinationOptions) {
    const pace = createSendingPace(allowance, now);
    return {
      name,
      subscribesTo: (type: WebhookEvent) => types.includes(type),
      // The pace may change after every message.
      concurrency: 1,
      get maxBatchSize() {
        return pace.isFlood ? MAX_EVENTS_PER_EMAIL : maxBatchSize;
      },
      get restMs() {
        return pace.restMs;
      },
      async send(deliveries, signal) {
        const composed = composeMessages(deliveries, readContext());
        if (composed === null) return { ...failedAttempt(UNREADABLE_EVENT), result: 'refused' };
        const outcome = await mailer.send(composed.message, composed.fallback, signal);
        if (outcome.result === 'delivered') pace.countMessage();
        return outcome;
      },
    } satisfies Destination;
  }

  const types = mail.events.filter((type) => type !== 'lead.created');
  const leadTypes = mail.events.filter((type) => type === 'lead.created');
  return [
    { name: 'mail', types, maxBatchSize: 1, allowance: SINGLE_ALLOWANCE },
    {
      name: 'mail:leads',
      types: leadTypes,
      maxBatchSize: MAX_EVENTS_PER_EMAIL,
      allowance: LEADS_ALLOWANCE,
    },
  ]
    .filter((options) => options.types.length > 0)
    .map(createDestination);
}

const UNREADABLE_EVENT = 'O que foi guardado deste aviso não pode ser lido.';
