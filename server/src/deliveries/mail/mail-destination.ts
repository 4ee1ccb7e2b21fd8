import type { WebhookEvent } from '@funil/contract/webhook-events';
import type { Destination } from '../destination.ts';
import type { Desk, Letter } from './letter.ts';
import type { Mailer } from './mailer.ts';
import { type Allowance, fullBucket, paceOf, spend } from './pace.ts';
import { type Deliveries, post } from './post.ts';

export interface MailLane {
  readonly name: string;
  readonly wants: (type: WebhookEvent) => boolean;
  /** Most deliveries of one message: in quiet times, and while there are masses. */
  readonly batch: { readonly quiet: number; readonly flood: number };
  /** Between two messages in quiet times, in ms. */
  readonly rest: number;
  readonly allowance: Allowance;
  /** What is written of what was taken along; null: nothing can be. */
  readonly write: (deliveries: Deliveries, desk: Desk) => Letter | null;
}

interface LaneParts {
  readonly mailer: Mailer;
  readonly readDesk: () => Desk;
}

/** A destination that slows down and tells many together while masses come. */
export function createMailDestination(
  lane: MailLane,
  { mailer, readDesk }: LaneParts,
): Destination {
  let bucket = fullBucket(lane.allowance, readDesk().now);
  let pace = paceOf(bucket, lane.allowance, lane.rest);
  return {
    name: lane.name,
    wants: lane.wants,
    wantsLate: false,
    // One message after the other: between two of them the pace does not change.
    concurrency: 1,
    get batch() {
      return pace.isFlood ? lane.batch.flood : lane.batch.quiet;
    },
    get rest() {
      return pace.rest;
    },
    async send(deliveries, signal) {
      const desk = readDesk();
      const letter = lane.write(deliveries, desk);
      const outcome = await post(mailer, { deliveries, letter, product: desk.product }, signal);
      if (outcome.result === 'delivered') bucket = spend(bucket, lane.allowance, desk.now);
      pace = paceOf(bucket, lane.allowance, lane.rest);
      return outcome;
    },
  };
}
