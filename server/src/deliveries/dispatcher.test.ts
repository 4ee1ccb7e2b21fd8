import { SqliteDialect } from 'kysely';
import { expect, test } from 'vitest';
import { Database } from '../store/database.ts';
import { startDispatcher } from './dispatcher.ts';

test('reports SQLite’s lock from the tenth claim in a row that meets it', async () => {
  const locked = Object.assign(new Error('database is locked'), { errcode: 5 });
  let opened = 0;
  const errors: string[] = [];
  const dispatcher = startDispatcher({
    database: new Database(
      new SqliteDialect({
        async database() {
          opened += 1;
          throw locked;
        },
      }),
    ),
    now: Date.now,
    leaseMs: 60_000,
    reportError: (message, error) => void errors.push(`${opened}: ${message}: ${error}`),
    onResult: () => {},
  });
  const send = () => Promise.reject(new Error('unused'));
  dispatcher.serve([{ name: 'mail', concurrency: 1, maxBatchSize: 1, restMs: 0, send }]);
  await expect
    .poll(() => {
      dispatcher.wake(['mail']);
      return opened;
    })
    .toBeGreaterThan(12);
  expect(errors[0]).toBe('10: deliveries cannot be claimed: Error: database is locked');
  await dispatcher.stop();
});
