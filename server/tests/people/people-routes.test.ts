import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { scrubOldRequests } from '../../src/people/privacy-requests.ts';
import { startConsoleData } from '../console/start-console-data.ts';
import { notice, storeNotice } from '../sales/start-sales.ts';

test('finds, shows, exports and erases a person', async () => {
  await using console = await startConsoleData();
  await console.addLead({ nome: 'Marina Prado', telefone: '(11) 98765-4321' });
  const newest = await console.addLead({ nome: 'Marina P.', telefone: '11 8765-4321' });
  await console.addLead({ nome: 'Outra Pessoa', telefone: '(31) 99999-0001' });
  await storeNotice(console, notice({ transaction: 'HP1', phone: '5511987654321' }));
  const note = { version: 0, note: 'Liga amanhã' };
  await console.call('PATCH', `subjects/${newest.subject}`, note);

  expect(await console.findPeople('marina')).toMatchObject([
    { rows: 3, phones: expect.arrayContaining(['11 8765-4321']) },
  ]);
  const path = `people/${encodeURIComponent(newest.subject)}`;
  const personRows = (await console.get(`${path}/rows`)).items;
  const rows = personRows.map(({ key }: { key: string }) => key);
  const { body: file, text } = await console.call('POST', `${path}/export`, { rows });
  expect(text).toContain('Liga amanhã');
  expect(file.sales).toMatchObject([{ key: 'HP1', state: 'paid' }]);
  expect(file.leads.map(({ nome }: { nome: string }) => nome).toSorted()).toEqual([
    ...['Marina P.', 'Marina Prado'],
  ]);

  const erasure = await console.call('POST', `${path}/erase`, { rows });
  expect([erasure.status, erasure.body]).toMatchObject([200, { erased: { leads: 2, sales: 1 } }]);
  await console.waitForList('leads', 1);
  expect(await console.findPeople('marina')).toEqual([]);
  expect(await console.database.selectFrom('contact_notes').select('id').execute()).toEqual([]);
  expect((await console.get('sales')).items).toMatchObject([{ buyer_name: null, key: 'HP1' }]);
  const trail = (await console.get('audit')).items.map(({ what }: { what: string }) => what);
  expect(trail).toEqual(
    expect.arrayContaining(['person.erased', 'person.exported', 'people.listed']),
  );
  expect(JSON.stringify(await console.get('audit'))).not.toContain('Marina');
  expect(console.log.join('')).not.toMatch(/marina|98765/i);
});

test('exports and erases a row of another person with the same e-mail only when chosen', async () => {
  await using console = await startConsoleData();
  const marina = { nome: 'Marina Prado', email: 'marina@example.com' };
  const lead = await console.addLead({ nome: 'Marina', telefone: '(11) 98765-4321' });
  const own = await console.addApplication({ ...marina, whatsapp: '+55 (11) 98765-4321' });
  const foreign = await console.addApplication({
    nome: 'Caio Lima',
    email: 'Marina@Example.com',
    whatsapp: '+55 (31) 98763-3333',
  });
  const at = (key: string, rest = '') => `people/${encodeURIComponent(key)}${rest}`;

  const { items } = await console.get(at(own.subject, '/rows'));
  const rowOf = (key: string) => items.find((row: { key: string }) => row.key === key);
  expect([own, lead].map(({ subject }) => rowOf(subject).same)).toEqual([true, true]);
  expect(rowOf(foreign.subject)).toMatchObject({ same: false, differs: ['names', 'phones'] });
  const detail = await console.get(`applications/${foreign.id}`);
  expect(detail.rows).toMatchObject([
    { subject: foreign.subject, same: true },
    { subject: own.subject, same: false },
  ]);

  const rows = [lead.subject, foreign.subject];
  const picked = await console.call('POST', at(own.subject, '/export'), { rows });
  expect(picked.body).toMatchObject({
    leads: [{ nome: 'Marina' }],
    applications: [{ nome: 'Caio Lima' }],
  });

  const erasure = await console.call('POST', at(foreign.subject, '/erase'), {
    rows: [foreign.subject],
  });
  expect(erasure.body).toMatchObject({ erased: { leads: 0, applications: 1 } });
  const unknown = await console.call('POST', at(own.subject, '/erase'), { rows: ['lead:999'] });
  expect([unknown.status, unknown.body.field]).toEqual([422, 'rows']);
  const only = await console.call('POST', at(own.subject, '/erase'), { rows: [lead.subject] });
  expect(only.body).toMatchObject({ erased: { leads: 1, applications: 0 } });
  await console.waitForList('applications', 1);
});

test('removes an erased person from the note of another person’s request', async () => {
  await using console = await startConsoleData();
  const { subject } = await console.addLead({ telefone: '(11) 98765-4321' });
  const newRequest = { kind: 'erasure', contact: 'rui@example.com' };
  const { id } = (await console.call('POST', 'requests', newRequest)).body;
  const note = 'Ligou do 11 98765-4321';
  expect((await console.call('PATCH', `requests/${id}`, { version: 1, note })).status).toBe(200);
  await console.call('POST', `people/${subject}/erase`, { rows: [subject] });
  const items = [{ contact: 'rui@example.com', note: '', erased_at: null, contact_sha256: null }];
  expect((await console.get('requests')).items).toMatchObject(items);
});

test('gives a request a deadline, and hashes its contact after its retention period', async () => {
  await using console = await startConsoleData();
  const newRequest = { kind: 'erasure', contact: 'marina@example.com' };
  const { body: request, status } = await console.call('POST', 'requests', newRequest);
  expect(status).toBe(201);
  expect(Date.parse(request.due_at) - Date.parse(request.received_at)).toBe(15 * 86_400_000);
  const done = await console.call('PATCH', `requests/${request.id}`, { version: 1, done: true });
  expect(done.body).toMatchObject({ version: 2, done_by: 'ana@escola.test' });
  const conflict = await console.call('PATCH', `requests/${request.id}`, { version: 1, note: 'x' });
  expect([conflict.status, conflict.body.current.version]).toEqual([409, 2]);
  expect((await console.get('requests?open=1')).items).toEqual([]);
  expect((await console.get('requests')).items).toHaveLength(1);
  await scrubOldRequests(console.database, console.now() + 29 * 86_400_000);
  expect((await console.get('requests')).items).toMatchObject([{ contact: newRequest.contact }]);
  await scrubOldRequests(console.database, console.now() + 31 * 86_400_000);
  expect((await console.get('requests')).items).toMatchObject([
    {
      kind: 'erasure',
      contact: '',
      note: '',
      erased_at: null,
      contact_sha256: createHash('sha256').update('marina@example.com').digest('hex'),
    },
  ]);
});
