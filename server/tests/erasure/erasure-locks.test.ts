import { expect, test } from 'vitest';
import { eraseBefore } from '../../src/erasure/erase-old-rows.ts';
import { ADAPTERS } from '../../src/sales/platforms/adapters.ts';
import { waitForLock } from '../../src/store/locks.ts';
import { startConsoleData } from '../console/start-console-data.ts';
import { countLockWaits } from '../store/count-lock-waits.ts';

test('erases old rows without a deadlock while the consumer of changes judges a lead', async () => {
  await using console = await startConsoleData('PostgreSQL');
  const { id } = await console.addLead();
  const { database } = console;
  const deps = { database, adapters: ADAPTERS, attributionDays: 30, now: Date.now };
  const { erased } = await database.transaction().execute(async (consumer) => {
    await waitForLock(consumer, 'contacts');
    const erasure = eraseBefore(deps, 'leads', new Date('2099-01-01'));
    await expect.poll(() => countLockWaits(database)).toBe(1);
    await consumer.updateTable('leads').set({ suspect: 'flood' }).where('id', '=', id).execute();
    return { erased: erasure };
  });
  expect(await erased).toBe(1);
});

test('erases a lead that an operator confirms as a person meanwhile', async () => {
  await using console = await startConsoleData('PostgreSQL');
  const { subject, id } = await console.addLead({ suspect: 'honeypot' });
  const { database } = console;
  const { erased } = await database.transaction().execute(async (operator) => {
    await operator.updateTable('leads').set({ suspect: null }).where('id', '=', id).execute();
    const erasure = console.call('POST', `people/${subject}/erase`, { rows: [subject] });
    await expect.poll(() => countLockWaits(database)).toBe(1);
    return { erased: erasure };
  });
  expect(await erased).toMatchObject({ status: 200, body: { erased: { leads: 1 } } });
  expect(await database.selectFrom('leads').select('id').execute()).toEqual([]);
});

test('erases an old lead that an operator confirms as a person meanwhile', async () => {
  await using console = await startConsoleData('PostgreSQL');
  const { id } = await console.addLead({ suspect: 'honeypot' });
  const { database } = console;
  const deps = { database, adapters: ADAPTERS, attributionDays: 30, now: Date.now };
  const { erased } = await database.transaction().execute(async (operator) => {
    await operator.updateTable('leads').set({ suspect: null }).where('id', '=', id).execute();
    const erasure = eraseBefore(deps, 'leads', new Date('2099-01-01'));
    await expect.poll(() => countLockWaits(database)).toBe(1);
    return { erased: erasure };
  });
  expect(await erased).toBe(1);
});
