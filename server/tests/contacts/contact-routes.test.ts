import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { configOf } from '../../../testkit/config-of.ts';
import { makeEvent } from '../../../testkit/rows.ts';
import { changeFollowup, recordMessage } from '../../src/contacts/followups.ts';
import { catchUpVisits } from '../../src/visits/open-updater.ts';
import { namesOf, startConsoleData } from '../console/start-console-data.ts';
import { STORES } from '../store/open-test-store.ts';

test('answers 409 with the current row when another operator changed a lead first', async () => {
  await using console = await startConsoleData();
  const { id, subject } = await console.addLead();
  const bia = await console.signIn('bia@escola.test');
  const done = await console.call('PATCH', `subjects/${subject}`, {
    version: 0,
    state: 'em_conversa',
    note: 'Liga amanhã',
  });
  expect([done.status, done.body]).toMatchObject([
    200,
    { state: 'em_conversa', version: 1, has_note: true },
  ]);
  const conflict = await console.call(
    'PATCH',
    `subjects/${subject}`,
    { version: 0, state: 'perdido' },
    bia.token,
  );
  expect([conflict.status, conflict.body]).toMatchObject([
    409,
    { code: 'changed', current: { state: 'em_conversa', version: 1 } },
  ]);
  expect(namesOf(await console.get('leads?state=em_conversa'))).toEqual(['Maria da Silva']);
  expect(namesOf(await console.get('leads?state=novo'))).toEqual([]);
  const detail = await console.get(`leads/${id}`);
  expect(detail).toMatchObject({ note: 'Liga amanhã', changed_by: 'ana@escola.test' });
  expect(detail.timeline.map(({ kind: what }: { kind: string }) => what)).toEqual([
    ...['lead', 'state', 'note'],
  ]);
});

const SENT = new Date(Date.now() - 2 * 86_400_000);
const SENT_HEX = SENT.getTime().toString(16).padStart(12, '0');
/** Returns a key that was made two days ago. */
const makeOldKey = (last: number) =>
  `${SENT_HEX.slice(0, 8)}-${SENT_HEX.slice(8)}-7abc-8def-00112233445${last}`;

test('dates a lead in its timeline by its key when a slow retry stored it', async () => {
  await using console = await startConsoleData();
  const { id } = await console.addLead({ idempotency_key: makeOldKey(1) });
  const { timeline } = await console.get(`leads/${id}`);
  expect(timeline).toMatchObject([{ kind: 'lead', at: SENT.toISOString() }]);
});

test('shows the deliveries of a lead without a key', async () => {
  await using console = await startConsoleData();
  const destination = { name: 'webhook:1', event_types: 'lead.created', changes_after: 0 };
  await console.database.insertInto('destinations').values(destination).execute();
  const { id } = await console.addLead({ idempotency_key: null });
  const { timeline } = await console.get(`leads/${id}`);
  expect(timeline).toMatchObject([{ kind: 'lead' }, { kind: 'delivery', title: 'Aviso na fila' }]);
});

test('dates an application by the keys of its saves, and shows each step once', async () => {
  await using console = await startConsoleData();
  const { id } = await console.addDraft({ save_id: makeOldKey(1) });
  await console.addDraft({ id, save_id: makeOldKey(2) });
  await console.addApplication({ id, save_id: makeOldKey(3) });
  const { timeline } = await console.get(`applications/${id}`);
  expect(timeline).toMatchObject([
    { kind: 'draft', at: SENT.toISOString() },
    { kind: 'application', at: SENT.toISOString() },
  ]);
});

test('changes the state of several contacts at once, and undoes it', async () => {
  await using console = await startConsoleData();
  const a = await console.addLead();
  const b = await console.addApplication();
  const changes = {
    state: 'perdido',
    items: [
      { subject: a.subject, version: 0 },
      { subject: b.subject, version: 3 },
      { subject: 'lead:999', version: 0 },
    ],
  };
  const { body } = await console.call('POST', 'subjects/state', changes);
  expect(body.results).toMatchObject([
    { subject: a.subject, ok: true, item: { state: 'perdido', version: 1 } },
    { subject: b.subject, ok: false, code: 'changed', current: { state: 'novo', version: 0 } },
    { subject: 'lead:999', ok: false, code: 'not_found', current: null },
  ]);
  const undo = { state: 'novo', items: [{ subject: a.subject, version: 1 }] };
  expect((await console.call('POST', 'subjects/state', undo)).body.results).toMatchObject([
    { ok: true, item: { state: 'novo', version: 2 } },
  ]);
  expect((await console.call('POST', 'subjects/state', undo)).body.results).toMatchObject([
    { ok: false, code: 'changed' },
  ]);
});

test.each(STORES)('%s: erases list row, note and search words with a lead', async (kind) => {
  await using console = await startConsoleData(kind);
  const { id, subject } = await console.addLead({ nome: 'Quem Some' });
  const keptLead = await console.addLead({ nome: 'Quem Fica' });
  await console.call('PATCH', `subjects/${subject}`, { version: 0, note: 'segredo' });
  await console.database.deleteFrom('leads').where('id', '=', id).execute();
  expect(namesOf(await console.get('leads'))).toEqual(['Quem Fica']);
  expect(namesOf(await console.get('leads?q=some'))).toEqual([]);
  expect((await console.call('GET', `leads/${id}`)).status).toBe(404);
  const keptFollowups = await console.database
    .withSchema(kind === 'PostgreSQL' ? 'funil' : 'main')
    .selectFrom('followups')
    .selectAll()
    .execute();
  expect(keptFollowups).toEqual([]);
  // SQLite uses the newest number again.
  await console.database.deleteFrom('leads').where('id', '=', keptLead.id).execute();
  await console.addLead({ nome: 'Quem Chega' });
  await expect.poll(async () => namesOf(await console.get('leads'))).toEqual(['Quem Chega']);
});

test.each(STORES)('%s: stores no note and no message for an erased contact', async (kind) => {
  await using console = await startConsoleData(kind);
  const { id } = await console.addLead();
  const { database } = console;
  const ref = { kind: 'lead', leadId: id } as const;
  const change = { ref, changed_by: 'ana@escola.test', now: 0 };
  await database.deleteFrom('leads').where('id', '=', id).execute();
  expect(await changeFollowup(database, { ...change, version: 0, note: 'segredo' })).toBe(
    'conflict',
  );
  await recordMessage(database, { ...change, template: 'Primeira conversa' });
  expect(await database.selectFrom('followups').select('subject').execute()).toEqual([]);
  expect(await database.selectFrom('followup_changes').select('subject').execute()).toEqual([]);
});

test('notes a message with its template in the timeline, and audits it', async () => {
  await using console = await startConsoleData();
  const { id, subject } = await console.addLead();
  const [template] = (await console.get('templates')).items;
  const sent = await console.call('POST', `subjects/${subject}/messages`, {
    template: template.id,
  });
  expect(sent.status).toBe(204);
  expect((await console.get(`leads/${id}`)).timeline.at(-1)).toMatchObject({
    kind: 'message',
    title: 'Conversa aberta no WhatsApp',
    detail: 'Primeira conversa, ana@escola.test',
  });
  const audit = await console.database
    .selectFrom('audit')
    .select(['operator_email', 'action', 'subject_kind', 'subject'])
    .where('action', 'in', ['lead.viewed', 'lead.messaged'])
    .orderBy('id')
    .execute();
  expect(audit).toEqual([
    ...['lead.messaged', 'lead.viewed'].map((action) => ({
      operator_email: 'ana@escola.test',
      action,
      subject_kind: 'lead',
      subject: String(id),
    })),
  ]);
});

test('audits a refused change that shows a contact', async () => {
  await using console = await startConsoleData();
  const a = await console.addLead();
  const b = await console.addApplication();
  const c = await console.addLead();
  const items = [a, b].map(({ subject }) => ({ subject, version: 7 }));
  const { body } = await console.call('POST', 'subjects/state', { state: 'perdido', items });
  expect(body.results).toMatchObject([{ code: 'changed' }, { code: 'changed' }]);
  const outdated = { version: 7, note: 'x' };
  const change = { version: 7, state: 'perdido' };
  expect((await console.call('PATCH', `subjects/${c.subject}`, change)).status).toBe(409);
  const newRequest = { kind: 'access', contact: 'marina@example.com' };
  const { body: request } = await console.call('POST', 'requests', newRequest);
  expect((await console.call('PATCH', `requests/${request.id}`, outdated)).status).toBe(409);
  const trail = (await console.get('audit')).items.map(
    ({ who, what, subject }: Record<string, string>) => [who, what, subject],
  );
  expect(trail.filter(([, what]: string[]) => what?.endsWith('.viewed'))).toEqual([
    ['ana@escola.test', 'request.viewed', `request:${request.id}`],
    ['ana@escola.test', 'lead.viewed', c.subject],
    ['ana@escola.test', 'application.viewed', b.subject],
    ['ana@escola.test', 'lead.viewed', a.subject],
  ]);
});

test.each(STORES)('%s: shows what the visitor of a lead did, in order', async (kind) => {
  await using console = await startConsoleData(kind);
  const { id, key } = await console.addLead();
  const visit = { session_id: randomUUID(), utm_source: 'meta' };
  const add = (name: string, minute: number, changes: object, payload: object) => {
    const occurred_at = `2026-11-20T12:0${minute}:00.000Z`;
    const event = makeEvent({ ...visit, name, occurred_at, ...changes });
    const row = { ...event, payload: JSON.stringify(payload) };
    return console.database.insertInto('jornada').values(row).execute();
  };
  await add('section_view', 1, { secao: 'hero' }, { time_in_view_ms: 4_000 });
  await add('generate_lead', 2, { lead_ref: key }, { currency: 'BRL', value: 0 });
  await add(
    'section_view',
    0,
    { secao: 'outra', session_id: randomUUID() },
    { time_in_view_ms: 1 },
  );
  await catchUpVisits(configOf(console.env).store);
  const { timeline } = await console.get(`leads/${id}`);
  expect(timeline.map(({ title }: { title: string }) => title)).toEqual([
    ...['Chegou à página', 'Viu a primeira tela', 'Deixou nome e telefone'],
  ]);
});
