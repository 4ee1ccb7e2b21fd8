import { expect, test } from 'vitest';
import { EDUZZ_CREDENTIALS, HOTMART_CREDENTIALS } from '../../../testkit/fake-sales-apis.ts';
import { takeLease } from '../../src/store/lease.ts';
import { startConsoleData } from '../console/start-console-data.ts';

const ENV = { ...HOTMART_CREDENTIALS, ...EDUZZ_CREDENTIALS };

const NEVER = {
  state: 'idle',
  checked_at: null,
  from: null,
  until: null,
  found: 0,
  new: 0,
  changed: 0,
  problem: null,
};

test('lists the platforms with credentials, and stores a request once', async () => {
  await using console = await startConsoleData('SQLite', null, ENV);
  const { get, call, database } = console;
  expect(await get('reconciliations')).toEqual({
    items: [
      { platform: 'hotmart', ...NEVER },
      { platform: 'eduzz', ...NEVER },
    ],
  });
  const ask = (platform: string, days: number) =>
    call('POST', `reconciliations/${platform}`, { days });
  const { body } = await ask('hotmart', 30);
  expect(body.items).toMatchObject([{ state: 'waiting' }, { state: 'idle' }]);
  await ask('hotmart', 90);
  await ask('hotmart', 7);
  const rows = await database.selectFrom('reconciliations').selectAll().execute();
  expect(rows).toMatchObject([{ platform: 'hotmart', requested_days: 90 }]);
  expect((await ask('kiwify', 7)).status).toBe(404);
  expect((await ask('hubla', 7)).status).toBe(404);
  expect((await ask('hotmart', 8)).status).toBe(422);
  const [first] = (await get('audit')).items;
  expect(first).toMatchObject({ what: 'sales.compared', who: 'ana@escola.test' });
});

test('shows a running comparison, and why the last one failed', async () => {
  await using console = await startConsoleData('SQLite', null, ENV);
  const { database, now, get } = console;
  await database
    .insertInto('reconciliations')
    .values({ platform: 'hotmart', error: 'credentials' })
    .execute();
  await takeLease(database, 'reconcile:hotmart', now());
  const [found] = (await get('reconciliations')).items;
  expect(found).toMatchObject({
    state: 'running',
    problem: { message: 'A Hotmart não aceita as credenciais da API.' },
  });
  expect(JSON.stringify(found)).not.toContain('segredo-da-hotmart');
});
