import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { makeLead } from '../../testkit/rows.ts';
import { startDedicatedPostgres } from '../../testkit/start-postgres.ts';
import { DELIVERED, makeDestination, openDeliveries } from './open-deliveries.ts';

const SOON = { timeout: 20_000 };

test('PostgreSQL: sends nothing twice when the database goes away during attempts and comes back', async () => {
  await using postgres = await startDedicatedPostgres();
  await using opened = await openDeliveries('PostgreSQL', postgres);
  const answered = Promise.withResolvers<void>();
  const { destination, received } = makeDestination('mail', {
    async send(deliveries) {
      received.push(...deliveries);
      await answered.promise;
      return DELIVERED;
    },
  });
  await opened.register(destination);
  for (let n = 0; n < 10; n += 1) await opened.store('leads', makeLead(), randomUUID());
  opened.start([destination]);
  await expect.poll(() => received.length, SOON).toBe(4);
  await postgres.stop();
  answered.resolve();
  await expect.poll(() => opened.errors.join('\n'), SOON).toContain('cannot be stored');
  await postgres.start();
  const states = 'select state, tries, count(*) as n from funil.deliveries group by 1, 2';
  await expect
    .poll(() => opened.query(states), SOON)
    .toEqual([{ state: 'delivered', tries: 1, n: '10' }]);
  expect(received).toHaveLength(10);
  expect(new Set(received.map(({ id }) => id)).size).toBe(10);
});
