import { MINUTE_MS, SECOND_MS } from '@funil/contract/durations';
import { createTimeCorrector } from '../deliveries/correct-times.ts';
import type { Destination } from '../deliveries/destination.ts';
import { startDispatcher } from '../deliveries/dispatcher.ts';
import {
  type DeliveryMetrics,
  deliveryLabelsOf,
  readOldestWaitingMs,
} from '../deliveries/metrics.ts';
import { type ConsumerDependencies, consumeChanges } from '../deliveries/outbox/consume-changes.ts';
import { removeOldEvents } from '../deliveries/outbox/store-events.ts';
import type { AttemptResult } from '../deliveries/queue.ts';
import { createDestinationRegistrar } from '../deliveries/registry.ts';
import { removeMarkedEndpoints } from '../deliveries/webhooks/endpoints.ts';
import type { Clock } from '../store/clock/clock-follower.ts';
import type { Database } from '../store/database.ts';
import type { ReportError } from '../store/health/report-error.ts';
import type { Job } from './start-jobs.ts';

export interface DeliveryJobsDependencies extends ConsumerDependencies, Clock {
  readonly readDestinations: (database: Database) => Promise<readonly Destination[]>;
  readonly reportError: ReportError;
  readonly onMetrics?: (metrics: DeliveryMetrics) => void;
  /** How long a claim reserves a delivery for this process; longer than any attempt. */
  readonly leaseMs?: number;
  /** A new destination receives the changes after this number; null: only changes from now on. */
  readonly changesAfter: number | null;
}

const DELIVERY_LEASE_MS = MINUTE_MS;

export function listDeliveryJobs(deps: DeliveryJobsDependencies): Job[] {
  const { leaseMs = DELIVERY_LEASE_MS, reportError } = deps;
  const labels: ReturnType<typeof deliveryLabelsOf>[] = [];
  const registerDestinations = createDestinationRegistrar(deps, deps.changesAfter);
  let areDestinationsRegistered = false;
  let dispatcher: ReturnType<typeof startDispatcher> | null = null;

  async function readDestinations(database: Database): Promise<readonly Destination[]> {
    const destinations = await deps.readDestinations(database);
    await registerDestinations(database, destinations);
    areDestinationsRegistered = true;
    return destinations;
  }

  return [
    {
      failureMessage: 'changes cannot be consumed',
      // The job also runs unasked, because other processes store rows without waking this one.
      everyMs: 500,
      wakeOn: 'row',
      async run({ database }) {
        // Destinations are registered first, because later ones would not receive the consumed changes.
        if (!areDestinationsRegistered) await readDestinations(database);
        const { destinationsWithWork, hasMore } = await consumeChanges(database, deps);
        dispatcher?.wake(destinationsWithWork);
        return hasMore ? 'more' : 'done';
      },
    },
    {
      failureMessage: 'the destinations cannot be read',
      everyMs: SECOND_MS,
      async run({ database, now }) {
        const destinations = await readDestinations(database);
        const onResult = (result: AttemptResult) => void labels.push(deliveryLabelsOf(result));
        dispatcher ??= startDispatcher({ database, now, leaseMs, reportError, onResult });
        dispatcher.serve(destinations.filter(({ isPaused }) => !isPaused));
      },
      end: async () => dispatcher?.stop(),
    },
    ...listUpkeepJobs(deps, leaseMs),
    {
      failureMessage: 'the delivery metrics cannot be read',
      everyMs: 5 * SECOND_MS,
      async run({ database, now }) {
        const oldestWaitingMs = await readOldestWaitingMs(database, now());
        deps.onMetrics?.({ attempts: labels.splice(0), oldestWaitingMs });
      },
    },
  ];
}

const listUpkeepJobs = (clock: Clock, leaseMs: number): Job[] => [
  {
    failureMessage: 'times that lie in the future cannot be corrected',
    everyMs: SECOND_MS,
    run: createTimeCorrector(clock, leaseMs),
  },
  {
    failureMessage: 'old events cannot be removed',
    everyMs: 10 * MINUTE_MS,
    run: ({ database, settledNow }) => removeOldEvents(database, settledNow()),
  },
  {
    failureMessage: 'removed endpoints cannot be deleted',
    everyMs: 10 * SECOND_MS,
    run: ({ database, now }) => removeMarkedEndpoints(database, now()),
  },
];
