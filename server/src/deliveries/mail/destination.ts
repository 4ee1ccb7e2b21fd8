import { MINUTE_MS } from '@funil/contract/durations';
import type { WebhookEvent } from '@funil/contract/webhook-events';
import type { MailConfig } from '../../config/mail.ts';
import type { Destination, Outcome } from '../destination.ts';
import { type ComposedMessages, composeDigest, composeEach, type Deliveries } from './compose.ts';
import type { MailContext } from './layout.ts';
import { type Allowance, fullBucket, paceOf, spend } from './pace.ts';
import { createMailer, type Mailer } from './send.ts';

export interface MailParts {
  /** Null: e-mail is not configured. */
  readonly mail: MailConfig | null;
  /** Origin of the console; null: it has no address that a mailbox reaches. */
  readonly consoleUrl: string | null;
  /** Returns the product of the page as published now; null without a page. */
  readonly readProduct: () => string | null;
  /** In ms since 1970. */
  readonly now: () => number;
}

/** Most deliveries of one message; the rest waits for the next. */
const MAX_BATCH = 2_000;
/** Both together stay below the 500 messages that Gmail allows an account per day. */
const EACH_ALLOWANCE = { most: 30, refill: 5 * MINUTE_MS };
const LEADS_ALLOWANCE = { most: 30, refill: 10 * MINUTE_MS };

/** Returns the destinations for e-mail: one message per event, except leads, which come in digests of a minute. */
export function createMailDestinations({
  mail,
  consoleUrl,
  readProduct,
  now,
}: MailParts): Destination[] {
  if (mail === null) return [];
  const mailer = createMailer(mail);
  const readContext = (): MailContext => ({ product: readProduct(), consoleUrl, now: now() });
  const isWanted = (type: WebhookEvent) => mail.events.includes(type);
  const queues: MailQueue[] = [
    {
      name: 'mail',
      subscribesTo: (type) => type !== 'lead.created' && isWanted(type),
      batch: { quiet: 1, flood: MAX_BATCH },
      rest: 0,
      allowance: EACH_ALLOWANCE,
      compose: composeEach,
    },
    {
      name: 'mail:leads',
      subscribesTo: (type) => type === 'lead.created' && isWanted(type),
      batch: { quiet: MAX_BATCH, flood: MAX_BATCH },
      rest: MINUTE_MS,
      allowance: LEADS_ALLOWANCE,
      compose: composeDigest,
    },
  ];
  return queues
    .filter(({ subscribesTo }) => mail.events.some(subscribesTo))
    .map((queue) => createMailDestination(queue, { mailer, readContext }));
}

interface MailQueue {
  readonly name: string;
  readonly subscribesTo: (type: WebhookEvent) => boolean;
  /** Most deliveries of one message: normally, and during a flood. */
  readonly batch: { readonly quiet: number; readonly flood: number };
  /** Between two messages outside a flood, in ms. */
  readonly rest: number;
  readonly allowance: Allowance;
  readonly compose: (deliveries: Deliveries, context: MailContext) => ComposedMessages | null;
}

interface QueueParts {
  readonly mailer: Mailer;
  readonly readContext: () => MailContext;
}

const UNREADABLE: Outcome = {
  result: 'refused',
  status: null,
  answer: 'O que foi guardado deste aviso não pode ser lido.',
};

/** Returns a destination that slows down and combines deliveries during a flood. */
function createMailDestination(queue: MailQueue, { mailer, readContext }: QueueParts): Destination {
  let bucket = fullBucket(queue.allowance, readContext().now);
  let pace = paceOf(bucket, queue.allowance, queue.rest);
  return {
    name: queue.name,
    subscribesTo: queue.subscribesTo,
    // One message at a time: the pace may change after each.
    concurrency: 1,
    get batch() {
      return pace.isFlood ? queue.batch.flood : queue.batch.quiet;
    },
    get rest() {
      return pace.rest;
    },
    async send(deliveries, signal) {
      const context = readContext();
      const composed = queue.compose(deliveries, context);
      const outcome = composed
        ? await mailer.send(composed.message, composed.fallback, signal)
        : UNREADABLE;
      if (outcome.result === 'delivered') bucket = spend(bucket, queue.allowance, context.now);
      pace = paceOf(bucket, queue.allowance, queue.rest);
      return outcome;
    },
  };
}
