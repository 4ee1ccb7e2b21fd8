import { expect, test } from 'vitest';
import { configOf } from '../../../testkit/config-of.ts';
import { makeFolder, makeSiteInfo, writeSite } from '../../../testkit/start-app.ts';
import { createMarksReader } from '../../src/console/marks.ts';
import { disableDestination } from '../../src/deliveries/registry.ts';
import { eraseBuyerFromSales } from '../../src/erasure/erase-buyer.ts';
import { storeRefusals } from '../../src/sales/notices/refusals.ts';
import { ADAPTERS } from '../../src/sales/platforms/adapters.ts';
import { openDatabase } from '../../src/store/open-database.ts';
import { notice, storeNotice } from '../sales/start-sales.ts';
import { STORES } from '../store/open-test-store.ts';
import { type ConsoleData, startConsoleData } from './start-console-data.ts';

const readMarks = async ({ get }: ConsoleData) => (await get('live')).marks;

/** Returns a function that tells which tables' marks have changed since. */
async function watchMarks(console: ConsoleData) {
  const before = await readMarks(console);
  return async () => {
    const marks = await readMarks(console);
    return Object.keys(marks).filter((table) => marks[table] !== before[table]);
  };
}

test.each(STORES)(
  '%s: changes a mark when a lead is added and when its contact is changed',
  async (kind) => {
    await using console = await startConsoleData(kind);
    const changed = await watchMarks(console);
    const { subject } = await console.addLead({ nome: 'Marina Prado' });
    await expect.poll(changed).toEqual(['leads']);
    expect((await console.get('leads')).items).toHaveLength(1);
    await console.call('PATCH', `subjects/${subject}`, { version: 0, state: 'em_conversa' });
    await expect.poll(changed).toEqual(['leads', 'followups']);
  },
);

test('changes the marks of leads and sales, whose items link to the checkout, when its address changes', async () => {
  using folder = makeFolder();
  const write = (url: string) =>
    writeSite(folder.path, { 'site.json': makeSiteInfo({ checkout: { url, funnel: 'anual' } }) });
  write('https://pay.example/escola');
  await using console = await startConsoleData('SQLite', { SITE_DIR: folder.path });
  const changed = await watchMarks(console);
  write('https://pay.example/curso');
  await expect.poll(changed).toEqual(['leads', 'sales']);
});

test('logs refused polls, and no others', async () => {
  await using console = await startConsoleData('SQLite');
  await console.get('live');
  await console.get('context');
  await fetch(`${console.address}/console/v1/live`);
  const routes = () =>
    console.log
      .map((line) => JSON.parse(line))
      .flatMap(({ msg, route, status }) => (msg === 'request' ? [`${status} ${route}`] : []));
  await expect.poll(routes).toContain('401 /console/v1/live');
  expect(routes()).toContain('200 /console/v1/context');
  expect(routes()).not.toContain('200 /console/v1/live');
});

test.each(STORES)('%s: changes the mark of erasures when a row is erased', async (kind) => {
  await using console = await startConsoleData(kind);
  const { id } = await console.addLead({ nome: 'Quem Some', telefone: '(11) 97777-0001' });
  const draft = await console.addDraft({ nome: 'Quem Desiste' });
  await console.addLead({ nome: 'Quem Fica' });
  await storeNotice(console, notice({ transaction: 'HP1', phone: '5521988880002' }));
  const readContacts = async () => [
    ...(await console.get('leads')).items,
    ...(await console.get('applications')).items,
  ];
  await expect.poll(readContacts).toHaveLength(3);
  await using other = await openDatabase(configOf(console.env).store, 'write');
  const erasures = {
    lead: () => other.deleteFrom('leads').where('id', '=', id).execute(),
    draft: () => other.deleteFrom('application_drafts').where('id', '=', draft.id).execute(),
    buyer: () =>
      eraseBuyerFromSales(other, [{ platform: 'hotmart', sale_key: 'HP1' }], {
        adapters: ADAPTERS,
        isRequested: true,
      }),
  };
  for (const [kindOfRow, erase] of Object.entries(erasures)) {
    const changed = await watchMarks(console);
    await erase();
    await expect.poll(changed, { message: kindOfRow }).toContain('erasures');
  }
});

test('returns the marks of the tables that the operator’s present role may read', async () => {
  await using console = await startConsoleData();
  const { token, id } = await console.signIn('bia@escola.test', 'manager');
  const { body } = await console.call('GET', 'live', undefined, token);
  expect(body).toMatchObject({ build: 'none', role: 'manager' });
  expect(body.marks).toMatchObject({ sales: expect.stringMatching(/^[\w-]{12}$/) });
  const { database } = console;
  await database.updateTable('operators').set({ role: 'attendant' }).where('id', '=', id).execute();
  const demoted = (await console.call('GET', 'live', undefined, token)).body;
  expect(demoted.role).toBe('attendant');
  const tables = ['applications', 'erasures', 'followups', 'leads', 'templates'];
  expect(Object.keys(demoted.marks).toSorted()).toEqual(tables);
});

test('changes the mark of sales with a further refused notice in the same minute', async () => {
  await using console = await startConsoleData();
  const refuse = (platform: 'kiwify' | 'hotmart', at: string) =>
    storeRefusals(console.database, [
      { platform, reason: 'proof', count: 1, lastAt: Date.parse(at) },
    ]);
  await refuse('kiwify', '2026-08-03T12:00:01.000Z');
  const changed = await watchMarks(console);
  await refuse('hotmart', '2026-08-03T12:00:09.000Z');
  await expect.poll(changed).toEqual(['sales']);
});

test('changes the mark of deliveries when a destination is disabled and its deliveries are canceled', async () => {
  await using console = await startConsoleData();
  const { database } = console;
  const row = { name: 'meta', changes_after: 0 };
  await database.insertInto('destinations').values(row).execute();
  const changed = await watchMarks(console);
  await disableDestination(database, {
    name: 'meta',
    reason: 'off',
    at: '2026-08-03T12:00:00.000Z',
  });
  await expect.poll(changed).toEqual(['deliveries']);
});

test('changes the mark of deliveries when an owner stores or removes a setting', async () => {
  await using console = await startConsoleData();
  const { database } = console;
  const changed = await watchMarks(console);
  const row = { name: 'NOTIFY_TO', sealed: 'x', updated_by: 'bia@escola.test' };
  const updated_at = '2026-08-03T12:00:00.000Z';
  await database
    .insertInto('stored_settings')
    .values({ ...row, updated_at })
    .execute();
  await expect.poll(changed).toEqual(['deliveries']);
  const changedAgain = await watchMarks(console);
  await database.deleteFrom('stored_settings').execute();
  await expect.poll(changedAgain).toEqual(['deliveries']);
});

test('reads the marks once for tabs that ask together', async () => {
  await using console = await startConsoleData();
  const readTogether = createMarksReader({ database: console.database, site: () => null });
  const first = readTogether();
  expect(readTogether()).toBe(first);
  await first;
});
