import { expect, test } from 'vitest';
import { startConsoleData } from '../console/start-console-data.ts';
import { STORES } from '../store/open-test-store.ts';

type Line = { what: string; name: string | null };

test.each(STORES)('%s: names the person of each line until the person is erased', async (kind) => {
  await using console = await startConsoleData(kind);
  const { id } = await console.addLead({ nome: 'Maria da Silva' });
  const { id: applicationId } = await console.addApplication({ nome: 'João Lima' });
  await console.get(`leads/${id}`);
  await console.get(`people/lead:${id}/rows`);
  await console.get(`applications/${applicationId}`);
  await console.call('POST', 'templates', { name: 'Volta', text: 'Oi!', for: 'lead' });
  const named = async () =>
    (await console.get('audit')).items
      .filter(({ what }: Line) => !what.endsWith('.listed'))
      .map(({ what, name }: Line) => [what, name]);
  expect(await named()).toEqual([
    ['template.added', 'Volta'],
    ['application.viewed', 'João Lima'],
    ['person.viewed', 'Maria da Silva'],
    ['lead.viewed', 'Maria da Silva'],
  ]);
  await console.database.deleteFrom('leads').where('id', '=', id).execute();
  expect((await named()).slice(-2)).toEqual([
    ['person.viewed', null],
    ['lead.viewed', null],
  ]);
});

test('records one line when a view is read again within ten minutes', async () => {
  await using console = await startConsoleData();
  const other = await console.signIn('bia@escola.test');
  const [first, second] = [await console.addLead(), await console.addLead()];
  const actions = async () => {
    const rows = await console.database.selectFrom('audit').select('action').execute();
    return rows.map(({ action }) => action).filter((action) => action !== 'session.opened');
  };
  await console.database.deleteFrom('audit').execute();
  const look = async (token?: string) => {
    await console.call('GET', 'leads', undefined, token);
    await console.call('GET', `leads/${first.id}`, undefined, token);
  };
  await look();
  await look();
  expect(await actions()).toEqual(['leads.listed', 'lead.viewed']);
  await console.call('GET', `leads/${second.id}`);
  await look(other.token);
  expect(await actions()).toHaveLength(5);
  const elevenMinutesAgo = new Date(Date.now() - 660_000).toISOString();
  await console.database.updateTable('audit').set({ at: elevenMinutesAgo }).execute();
  await look();
  expect(await actions()).toHaveLength(7);
});
