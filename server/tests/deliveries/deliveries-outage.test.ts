import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startPostgres } from '../../../testkit/databases/start-postgres.ts';
import { makeLead } from '../../../testkit/rows.ts';
import { DELIVERED, makeDestination, openDeliveries } from './open-deliveries.ts';

test('PostgreSQL: sends nothing twice when the database goes away during attempts and comes back', async () => {
  await using postgres = await startPostgres();
  await using opened = await openDeliveries('PostgreSQL');
  const answered = Promise.withResolvers<void>();
  const { destination, received } = await opened.register('mail', {
    async send(deliveries) {
      received.push(...deliveries);
      await answered.promise;
      return DELIVERED;
    },
  });
  for (let n = 0; n < 10; n += 1) await opened.store('leads', makeLead(), randomUUID());
  opened.start([destination]);
  await expect.poll(() => received.length).toBe(4);
  await postgres.stop();
  answered.resolve();
  await expect.poll(() => opened.errors.join('\n')).toContain('cannot be stored');
  await postgres.start();
  const states = 'select state, attempts, count(*) as n from funil.deliveries group by 1, 2';
  await expect
    .poll(() => opened.query(states))
    .toEqual([{ state: 'delivered', attempts: 1, n: '10' }]);
  expect(received).toHaveLength(10);
  expect(new Set(received.map(({ id }) => id)).size).toBe(10);
});

test('reports metrics while it scans a backlog', async () => {
  await using opened = await openDeliveries();
  const { destination } = await opened.register('mail');
  await Promise.all(Array.from({ length: 1_000 }, () => opened.store('leads', makeLead())));
  const countEvents = () => opened.query('select count(*) as n from funil.outbox_events');
  const counted = Promise.withResolvers<Awaited<ReturnType<typeof countEvents>>>();
  opened.start([destination], { onMetrics: () => counted.resolve(countEvents()) });
  const [events] = await counted.promise;
  expect(Number(events?.n)).toBeLessThan(1_000);
});

test('scans and reports metrics while old events cannot be removed', async () => {
  await using opened = await openDeliveries();
  const { destination, received } = await opened.register('mail');
  await opened.store('leads', makeLead());
  await opened.consume();
  await opened.query(`update funil.deliveries set state = 'delivered' returning id`);
  await opened.query(`update funil.outbox_events set created_at = '2020-01-01' returning number`);
  await sql`create trigger refuse_removal before delete on outbox_events
    begin select raise(abort, 'disk error'); end`.execute(opened.database);
  const reported = Promise.withResolvers<void>();
  opened.start([destination], { onMetrics: () => reported.resolve() });
  await reported.promise;
  await opened.store('leads', makeLead());
  await expect.poll(() => received.length).toBe(1);
  expect([...new Set(opened.errors)]).toEqual(['old events cannot be removed: Error: disk error']);
});

test('goes on with the known destinations while they cannot be read', async () => {
  await using opened = await openDeliveries();
  const { destination, received } = makeDestination('mail');
  let reads = 0;
  opened.start([], {
    async readDestinations() {
      reads += 1;
      if (reads > 2) throw new Error('unreadable');
      return [destination];
    },
  });
  await expect
    .poll(() => opened.errors[0])
    .toBe('the destinations cannot be read: Error: unreadable');
  await opened.store('leads', makeLead());
  await expect.poll(() => received.length).toBe(1);
});
