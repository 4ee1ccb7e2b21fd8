import { expect, test } from 'vitest';
import { namesOf, startConsoleData } from '../console/start-console-data.ts';
import { notice, storeNotice } from '../sales/start-sales.ts';
import { STORES } from '../store/open-test-store.ts';

const PHONE = '(31) 98877-6655';
const EMAIL = 'marina@example.com';

test.each(STORES)('%s: lists the rows of one phone or e-mail as one person', async (kind) => {
  await using console = await startConsoleData(kind);
  const first = await console.addLead({ nome: 'Marina', telefone: PHONE });
  const [alone] = (await console.get('leads')).items;
  expect(alone.totals).toEqual({ leads: 1, applications: 0, purchases: 0, spent_cents: 0 });
  const newest = await console.addLead({ nome: 'Marina Prado', telefone: '31 8877-6655' });
  await console.addLead({ nome: 'Rita', telefone: '(21) 98765-1111' });
  const application = await console.addApplication({ whatsapp: PHONE, email: EMAIL });
  const stranger = { nome: 'Caio', whatsapp: '(41) 98765-2222', email: 'Marina@Example.com' };
  const { subject } = await console.addApplication(stranger);
  await storeNotice(console, notice({ transaction: 'HP1', phone: '31988776655' }));

  // A buyer who never left a contact is a person, too.
  const unknown = { phone: '85977776666', email: 'outra@example.com' };
  for (const transaction of ['HP2', 'HP3']) {
    await storeNotice(console, notice({ transaction, ...unknown }));
  }
  const { items: sales } = await console.get('sales');
  expect(new Set(sales.map(({ person }: { person: string }) => person)).size).toBe(2);

  expect(namesOf(await console.get('leads?people=1'))).toEqual(['Rita', 'Marina Prado']);
  const { body } = await console.call('POST', 'leads/choices', { people: '1' });
  expect([body.count, body.choices.state]).toEqual([2, [{ value: 'novo', count: 2 }]]);
  const rows = [
    ...(await console.get('leads')).items,
    ...(await console.get('applications')).items,
    ...(await console.get('sales')).items,
  ];
  const personOf = (wanted: string) =>
    rows.find((row: Record<string, unknown>) => [row.subject, row.key].includes(wanted)).person;
  expect(personOf(newest.subject)).toBe(personOf(first.subject));
  expect(personOf(application.subject)).toBe(personOf(first.subject));
  expect(personOf('HP1')).toBe(personOf(first.subject));
  const totalsOf = (wanted: string) =>
    rows.find(({ name }: { name: string }) => name === wanted).totals;
  // The stranger shares an e-mail with the application, which shares a phone with the leads.
  expect(personOf(subject)).not.toBe(personOf(first.subject));
  expect(totalsOf('Caio')).toMatchObject({ leads: 0, applications: 1, purchases: 0 });
  expect(totalsOf('Marina Prado')).toEqual({
    leads: 2,
    applications: 1,
    purchases: 1,
    spent_cents: 149_710,
  });
  const { rows: card } = await console.get(`applications/${application.id}`);
  expect(card.map((row: Record<string, unknown>) => [row.name, row.same])).toEqual([
    ...[
      ['Caio', false],
      [expect.anything(), true],
      ['Marina Prado', false],
      ['Marina', false],
    ],
  ]);

  // Without the leads, the applications share only the e-mail.
  const leads = console.database.deleteFrom('leads').where('nome', 'like', 'Marina%');
  await leads.execute();
  await console.waitForList('leads', 1);
  const people = (await console.get('applications?people=1')).items;
  expect([namesOf({ items: people }), people[0].totals]).toMatchObject([
    ['Caio'],
    { leads: 0, applications: 2 },
  ]);
});

test.each(STORES)(
  '%s: shows in each row of a person when an operator last wrote to the person',
  async (kind) => {
    await using console = await startConsoleData(kind);
    const { subject } = await console.addLead({ nome: 'Marina', telefone: PHONE });
    await console.addLead({ nome: 'Rita', telefone: '(21) 98765-1111' });
    await console.addApplication({ whatsapp: PHONE, email: EMAIL });
    await storeNotice(console, notice({ transaction: 'HP1', email: EMAIL }));
    await console.call('POST', `subjects/${subject}/messages`, { template: null });
    const { items } = await console.get('leads');
    expect(items).toMatchObject([
      { name: 'Rita', messaged_at: null },
      { name: 'Marina', messaged_at: expect.stringMatching(/^2.*Z$/) },
    ]);
    const [{ messaged_at: at }] = items.slice(1);
    expect((await console.get('applications')).items).toMatchObject([{ messaged_at: at }]);
    expect((await console.get('sales')).items).toMatchObject([{ messaged_at: at }]);
  },
);

test.each(STORES)('%s: joins an application by its corrected phone', async (kind) => {
  await using console = await startConsoleData(kind);
  const other = { whatsapp: '(21) 98765-1111', email: 'rita@example.com' };
  await console.addLead({ nome: 'Marina', telefone: PHONE });
  await console.addLead({ nome: 'Rita', telefone: other.whatsapp });
  const { id } = await console.addDraft(other);
  const joined = async () => {
    const [{ person }] = (await console.get('applications')).items;
    const { items } = await console.get('leads');
    return namesOf({ items: items.filter((lead: { person: string }) => lead.person === person) });
  };
  expect(await joined()).toEqual(['Rita']);
  await console.addDraft({ ...other, id, whatsapp: PHONE });
  await expect.poll(joined).toEqual(['Marina']);
});

test('shows an attendant one row of a person, from own contacts and contacts without an owner', async () => {
  await using console = await startConsoleData();
  const bia = await console.signIn('bia@escola.test', 'attendant');
  await console.addLead({ nome: 'Livre', telefone: PHONE });
  const { subject } = await console.addLead({ nome: 'Da Ana', telefone: PHONE });
  await console.call('PATCH', `subjects/${subject}`, { version: 0, owner: 'ana@escola.test' });
  const read = async (path: string) => (await console.call('GET', path, undefined, bia.token)).body;
  const { items } = await read('leads?people=1');
  expect(items).toMatchObject([
    { name: 'Livre', totals: { leads: 1, applications: 0, purchases: null, spent_cents: null } },
  ]);
  expect(namesOf((await read('today')).leads)).toEqual(['Livre']);
  expect((await read('leads/1')).rows).toHaveLength(1);
  expect(namesOf(await console.get('leads?people=1'))).toEqual(['Da Ana']);
  const { leads } = await console.get('today');
  expect([leads.count, namesOf(leads)]).toEqual([1, ['Da Ana']]);
});
