import { DAY_MS, HOUR_MS } from '@funil/contract/durations';
import { expect, test } from 'vitest';
import { namesOf, startConsoleData } from '../console/start-console-data.ts';
import { notice, storeNotice } from '../sales/start-sales.ts';

test('keeps several dated notes, and removes one', async () => {
  await using console = await startConsoleData();
  const { id, subject } = await console.addLead();
  const add = (note: string, token?: string) =>
    console.call('PATCH', `subjects/${subject}`, { version: 0, note }, token);
  const bia = await console.signIn('bia@escola.test', 'attendant');
  await add('Pediu desconto');
  expect((await add('Volta na quarta', bia.token)).body).toMatchObject({ has_note: true });
  const detail = await console.get(`leads/${id}`);
  expect(detail.note).toBe('Volta na quarta');
  expect(detail.notes).toMatchObject([
    { by: 'bia@escola.test', text: 'Volta na quarta', at: expect.stringMatching(/Z$/) },
    { by: 'ana@escola.test', text: 'Pediu desconto' },
  ]);
  const path = `subjects/${subject}/notes/${detail.notes[1].id}`;
  expect((await console.call('DELETE', path, undefined, bia.token)).status).toBe(404);
  expect((await console.get(`leads/${id}`)).timeline).not.toContainEqual(
    expect.objectContaining({ title: 'Anotação apagada' }),
  );
  expect((await console.call('DELETE', path)).status).toBe(204);
  expect((await console.call('DELETE', path)).status).toBe(404);
  expect((await console.get(`leads/${id}`)).notes).toMatchObject([{ text: 'Volta na quarta' }]);
  expect((await console.call('DELETE', `subjects/lead:999/notes/1`)).status).toBe(404);
});

test('shows a follow-up on its day only, and not after the person has paid', async () => {
  await using console = await startConsoleData();
  const lead = await console.addLead({ nome: 'Marina Prado' });
  await console.addLead({ nome: 'Bruno' });
  const at = (ms: number) => new Date(console.now() + ms).toISOString();
  const set = (version: number, follow_up_at: string | null) =>
    console.call('PATCH', `subjects/${lead.subject}`, { version, follow_up_at });
  const later = at(3 * DAY_MS);
  expect((await set(0, later)).body).toMatchObject({ follow_up_at: later, version: 1 });
  expect((await set(0, later)).status).toBe(409);
  const waiting = async () => {
    const { leads, followups } = await console.get('today');
    return { leads: namesOf(leads), followups: namesOf(followups) };
  };
  expect(await waiting()).toEqual({ leads: ['Bruno'], followups: [] });
  await set(1, at(-HOUR_MS));
  expect(await waiting()).toEqual({ leads: ['Bruno'], followups: ['Marina Prado'] });
  await storeNotice(console, notice({ ref: lead.key }));
  expect(await waiting()).toEqual({ leads: ['Bruno'], followups: [] });
  // A date that is set after the payment counts.
  await set(2, at(-1));
  expect(await waiting()).toEqual({ leads: ['Bruno'], followups: ['Marina Prado'] });
  const impossible = await set(3, '2026-02-45T99:00:00.000Z');
  expect(impossible.status).toBe(422);
  const { timeline } = await console.get(`leads/${lead.id}`);
  const followups = timeline.filter((entry: { kind: string }) => entry.kind === 'follow_up');
  expect(followups).toHaveLength(3);
  expect(followups[0].detail).toMatch(/^\d\d\/\d\d\/\d{4}, \d\d:\d\d, ana@/);
});

test('lists a buyer as one after an operator has given another state', async () => {
  await using console = await startConsoleData();
  const lead = await console.addLead();
  await storeNotice(console, notice({ ref: lead.key }));
  const change = { version: 0, state: 'em_conversa' };
  expect((await console.call('PATCH', `subjects/${lead.subject}`, change)).status).toBe(200);
  expect((await console.get('leads?state=comprou')).items).toHaveLength(1);
});

test('takes a suspected robot for a person once an operator talks to it', async () => {
  await using console = await startConsoleData();
  const { subject } = await console.addLead({ suspect: 'honeypot' });
  const readSuspects = async () =>
    (await console.get('leads')).items.map(({ suspect }: { suspect: unknown }) => suspect);
  const change = async (version: number, state: string) =>
    (await console.call('PATCH', `subjects/${subject}`, { version, state })).status;
  expect([await change(0, 'perdido'), await readSuspects()]).toEqual([200, ['honeypot']]);
  expect([await change(1, 'em_conversa'), await readSuspects()]).toEqual([200, [null]]);
});

test('lets attendants take contacts, and hides the contacts of others from them', async () => {
  await using console = await startConsoleData();
  const bia = await console.signIn('bia@escola.test', 'attendant');
  const caio = await console.signIn('caio@escola.test', 'attendant');
  const { subject } = await console.addLead({ nome: 'Da Bia' });
  await console.addLead({ nome: 'De ninguém' });
  const give = (version: number, owner: string | null, token?: string) =>
    console.call('PATCH', `subjects/${subject}`, { version, owner }, token);
  expect((await give(0, 'caio@escola.test', bia.token)).status).toBe(422);
  expect((await give(0, 'bia@escola.test', bia.token)).body).toMatchObject({
    owner: 'bia@escola.test',
    version: 1,
  });
  expect((await give(1, null, caio.token)).status).toBe(404);
  const readAs = async (path: string, token?: string) =>
    (await console.call('GET', path, undefined, token)).body;
  expect(namesOf(await readAs('leads', caio.token))).toEqual(['De ninguém']);
  expect(namesOf((await readAs('today', caio.token)).leads)).toEqual(['De ninguém']);
  expect(namesOf(await readAs('leads', bia.token))).toEqual(['De ninguém', 'Da Bia']);
  expect(namesOf(await readAs('leads?owner=me', bia.token))).toEqual(['Da Bia']);
  expect(namesOf(await readAs('leads?owner=none'))).toEqual(['De ninguém']);
  const count = async (filters: object, token?: string) =>
    (await console.call('POST', 'leads/choices', filters, token)).body.count;
  expect([await count({}), await count({}, bia.token), await count({}, caio.token)]).toEqual([
    ...[2, 2, 1],
  ]);
  expect(await count({ owner: 'me' }, bia.token)).toBe(1);
  expect(namesOf(await readAs('leads'))).toEqual(['De ninguém', 'Da Bia']);
  expect((await readAs('context', bia.token)).team).toEqual(['bia@escola.test']);
  expect((await readAs('context')).team).toHaveLength(3);
  expect((await give(1, 'ninguem@escola.test')).status).toBe(422);
  expect((await give(1, 'caio@escola.test')).status).toBe(200);
  expect(namesOf(await readAs('leads', bia.token))).toEqual(['De ninguém']);
});

test('refuses a text with an unknown placeholder, and names the known ones', async () => {
  await using console = await startConsoleData();
  const fields = { name: 'Oi', text: 'Oi, {apelido}!', for: 'cart' };
  const refused = await console.call('POST', 'templates', fields);
  expect(refused).toMatchObject({ status: 422, body: { field: 'text' } });
  expect(refused.body.message).toContain('{primeiro_nome}');
  const added = await console.call('POST', 'templates', { ...fields, text: 'Oi, {nome}!' });
  expect(added.status).toBe(201);
  const change = { version: 1, text: '{Link}' };
  expect((await console.call('PATCH', `templates/${added.body.id}`, change)).status).toBe(422);
  const { items } = await console.get('templates');
  expect(new Set(items.map((item: { for: string }) => item.for)).size).toBe(9);
  expect(JSON.stringify(items)).toContain('Aqui é da equipe da {produto}');
});

test('deletes a template only in the version that the operator saw', async () => {
  await using console = await startConsoleData();
  const fields = { name: 'Oi', text: 'Oi, {nome}!', for: 'cart' };
  const { id, version } = (await console.call('POST', 'templates', fields)).body;
  const changed = await console.call('PATCH', `templates/${id}`, { version, text: 'Olá!' });
  const refused = await console.call('DELETE', `templates/${id}`, { version });
  expect(refused).toMatchObject({ status: 409, body: { current: { text: 'Olá!' } } });
  const removal = { version: changed.body.version };
  expect((await console.call('DELETE', `templates/${id}`, removal)).status).toBe(204);
  expect((await console.call('DELETE', `templates/${id}`, removal)).status).toBe(404);
});
