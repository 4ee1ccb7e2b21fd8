import { afterAll, expect, test } from 'vitest';
import { startPostgres } from '../../testkit/start-postgres.ts';
import { startConsoleData } from './start-console-data.ts';

const postgres = await startPostgres();
afterAll(() => postgres[Symbol.asyncDispose]());

type Line = { what: string; name: string | null };

test.each(['SQLite', 'PostgreSQL'] as const)(
  '%s: names the person, text and operator of a line, and nobody after an erasure',
  async (kind) => {
    await using console = await startConsoleData(kind, postgres);
    const { id } = await console.addLead({ nome: 'Maria da Silva' });
    const { id: applicationId } = await console.addApplication({ nome: 'João Lima' });
    await console.waitForList('leads', 1);
    await console.waitForList('applications', 1);
    await console.get(`leads/${id}`);
    await console.get(`people/lead:${id}`);
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
  },
);

test('records no view when only a checkout link is prepared', async () => {
  await using console = await startConsoleData();
  const { subject } = await console.addLead();
  await console.call('POST', 'checkout-link', { subject });
  expect((await console.get('audit')).items).toEqual([]);
});
