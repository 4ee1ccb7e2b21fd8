import { WEBHOOK_EVENTS, type WebhookEvent } from '@funil/contract/deliveries/webhook-events';
import { callCommand } from '../../../testkit/call-command.ts';
import { configOf } from '../../../testkit/config-of.ts';
import { queryTables } from '../../../testkit/databases/query-tables.ts';
import { makeFolder } from '../../../testkit/start-app.ts';
import { createAddressGuard } from '../../src/deliveries/address-guard.ts';
import type { AttemptOutcome, Delivery, Destination } from '../../src/deliveries/destination.ts';
import { addEndpoint } from '../../src/deliveries/webhooks/endpoints.ts';
import { type DeliveryJobsDependencies, listDeliveryJobs } from '../../src/jobs/delivery-jobs.ts';
import { startJobs } from '../../src/jobs/start-jobs.ts';
import { ADAPTERS } from '../../src/sales/platforms/adapters.ts';
import { openStore } from '../../src/store/capture/open-store.ts';
import { openDatabase } from '../../src/store/open-database.ts';
import { makeInsert, makeTestDatabase } from '../store/open-test-store.ts';
import { consumeChanges } from './consume-changes.ts';

export const DELIVERED: AttemptOutcome = { result: 'delivered', status: 200, response: 'ok' };

export const addressGuard = createAddressGuard({ allowPrivate: true });

export function makeDestination(name: string, changes: Partial<Destination> = {}) {
  const received: Delivery[] = [];
  const destination: Destination = {
    name,
    subscribesTo: () => true,
    concurrency: 4,
    maxBatchSize: 1,
    restMs: 0,
    async send(deliveries) {
      received.push(...deliveries);
      return DELIVERED;
    },
    ...changes,
  };
  return {
    destination,
    received,
    /** Returns its events, such as `lead.created lead:…`. */
    receivedEvents: () => received.map(({ event: { type, subject } }) => `${type} ${subject}`),
  };
}

/** Opens a new database with its store, a consumer of changes and workers. */
export async function openDeliveries(kind = 'SQLite') {
  const folder = makeFolder();
  const testDatabase = await makeTestDatabase(kind, folder.path);
  const { env } = testDatabase;
  const config = configOf(env);
  const errors: string[] = [];
  const reportError = (message: string, error: unknown) => void errors.push(`${message}: ${error}`);
  const store = await openStore(config.store, reportError);
  await store.isReady();
  const url = config.store.databaseUrl;
  const query = queryTables(env);
  const open = () => openDatabase(config.store, 'write');
  const database = await open();
  let [passedMs, clockOffsetMs] = [0, 0];
  const deps = {
    sales: { adapters: ADAPTERS, attributionDays: 30 },
    now: () => Date.now() + passedMs + clockOffsetMs,
    uptime: () => performance.now() + passedMs,
    replyHours: () => 48,
  };
  const running = new Set<{ stop(): Promise<void> }>();
  return {
    env,
    folder: folder.path,
    url: url ?? '',
    errors,
    database,
    open,
    query,
    async store(
      table: Parameters<typeof makeInsert>[0],
      row: Record<string, unknown>,
      key = '',
      signals: string | null = null,
    ) {
      const keyColumn = key === '' ? {} : { idempotency_key: key };
      const outcome = await store.insert(makeInsert(table, [row], { ...keyColumn, signals }));
      if (!outcome.ok) throw new Error(outcome.reason);
    },
    run: (command: string, args: readonly string[]) => callCommand(command, args, env),
    /** Adds an endpoint, and fails if its address is refused. */
    async addEndpoint(url: string, events: readonly WebhookEvent[] = []) {
      const added = await addEndpoint(database, { url, events }, addressGuard);
      if (!added.ok) throw new Error(added.reason);
      return added;
    },
    advance(ms: number) {
      passedMs = ms;
    },
    setClockOffset(ms: number) {
      clockOffsetMs = ms;
    },
    consume: () => consumeChanges(database, deps),
    /** Makes a destination, and stores that the consumer of changes queues deliveries for it. */
    async register(name: string, changes?: Partial<Destination>) {
      const made = makeDestination(name, changes);
      const { subscribesTo = () => true } = made.destination;
      const types = WEBHOOK_EVENTS.filter(subscribesTo).join();
      await query(
        `insert into funil.destinations (name, event_types) values ('${name}', '${types}') returning name`,
      );
      return made;
    },
    start(destinations: readonly Destination[], overrides: Partial<DeliveryJobsDependencies> = {}) {
      const jobs = listDeliveryJobs({
        ...deps,
        readDestinations: async () => destinations,
        changesAfter: null,
        reportError,
        ...overrides,
      });
      const deliveries = startJobs(jobs, { open, now: deps.now, reportError });
      running.add(deliveries);
      return {
        ...deliveries,
        async stop() {
          running.delete(deliveries);
          await deliveries.stop();
        },
      };
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([...running].map(({ stop }) => stop()));
      await database.destroy();
      await store.close();
      await testDatabase[Symbol.asyncDispose]();
      folder[Symbol.dispose]();
    },
  };
}
