import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { makeApplication, makeDraft, makeEvent, makeLead } from '../../testkit/rows.ts';
import { insert, startApp } from '../../testkit/start-app.ts';

test('a lead is stored with exactly the values that were sent', async () => {
  await using app = await startApp();
  const answer = await insert(app.address, 'leads', makeLead());
  expect(answer.status).toBe(201);
  expect(await answer.text()).toBe('');
  expect(app.query('select * from leads')).toEqual([
    {
      id: 1,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      idempotency_key: null,
      suspect: null,
      // Written afterwards, in the background.
      phone_key: null,
      ...makeLead(),
      botoes_clicados: JSON.stringify(makeLead().botoes_clicados),
    },
  ]);
});

test('an application and its draft are stored under the same id', async () => {
  await using app = await startApp();
  const application = makeApplication();
  const { id, nome, email, whatsapp, instagram } = application;
  const draft = { id, nome, email, whatsapp, instagram };
  expect((await insert(app.address, 'application_drafts', draft)).status).toBe(201);
  expect((await insert(app.address, 'applications', application)).status).toBe(201);
  expect(app.query('select * from application_drafts')).toMatchObject([draft]);
  expect(app.query('select * from applications')).toMatchObject([application]);
});

test('a batch of events is stored whole', async () => {
  await using app = await startApp();
  const events = Array.from({ length: 100 }, () => makeEvent());
  expect((await insert(app.address, 'jornada', events)).status).toBe(201);
  expect(app.query('select count(*) as n from jornada')).toEqual([{ n: 100 }]);
});

test('the same idempotency key stores one row and answers success again', async () => {
  await using app = await startApp();
  const key = { 'idempotency-key': randomUUID() };
  expect((await insert(app.address, 'leads', makeLead(), key)).status).toBe(201);
  const retry = makeLead({ tempo_jornada_segundos: 45 });
  expect((await insert(app.address, 'leads', retry, key)).status).toBe(201);
  expect(app.query('select tempo_jornada_segundos from leads')).toEqual([
    { tempo_jornada_segundos: 42 },
  ]);
});

test('a key in capital letters is the same key', async () => {
  await using app = await startApp();
  const key = randomUUID();
  await insert(app.address, 'leads', makeLead(), { 'idempotency-key': key });
  await insert(app.address, 'leads', makeLead(), { 'idempotency-key': key.toUpperCase() });
  expect(app.query('select idempotency_key from leads')).toEqual([{ idempotency_key: key }]);
});

test('a key that belongs to another person is a conflict, so that no lead is lost', async () => {
  await using app = await startApp();
  const key = { 'idempotency-key': randomUUID() };
  await insert(app.address, 'leads', makeLead(), key);
  const answer = await insert(app.address, 'leads', makeLead({ nome: 'Outra Pessoa' }), key);
  expect(answer.status).toBe(409);
  expect(await answer.json()).toMatchObject({ code: '23000' });
});

test('an application, a draft or an event sent twice is stored once', async () => {
  await using app = await startApp();
  for (const [table, row] of [
    ['applications', makeApplication({ save_id: randomUUID() })],
    ['application_drafts', makeDraft({ save_id: randomUUID() })],
    ['jornada', makeEvent()],
  ] as const) {
    expect((await insert(app.address, table, row)).status).toBe(201);
    expect((await insert(app.address, table, row)).status).toBe(201);
    expect(app.query(`select count(*) as n from ${table}`)).toEqual([{ n: 1 }]);
  }
});

test('corrected words are a further row of the same application, and the newest counts', async () => {
  await using app = await startApp();
  for (const [table, row] of [
    ['applications', makeApplication()],
    ['application_drafts', makeDraft()],
  ] as const) {
    const first = { ...row, save_id: randomUUID() };
    const corrected = { ...row, email: 'certo@exemplo.com', save_id: randomUUID().toUpperCase() };
    for (const sent of [first, corrected, first]) {
      expect((await insert(app.address, table, sent)).status).toBe(201);
    }
    expect(app.query(`select id, save_id, email from ${table} order by rowid`)).toEqual([
      { id: row.id, save_id: first.save_id, email: row.email },
      { id: row.id, save_id: corrected.save_id.toLowerCase(), email: 'certo@exemplo.com' },
    ]);
    expect(app.query(`select email from newest_${table}`)).toEqual([
      { email: 'certo@exemplo.com' },
    ]);
  }
});

test('a save without its own id gets one', async () => {
  await using app = await startApp();
  const draft = makeDraft();
  for (const sent of [draft, draft]) await insert(app.address, 'application_drafts', sent);
  const saved = app.query('select save_id from application_drafts');
  expect(new Set(saved.map(({ save_id }) => save_id)).size).toBe(2);
  for (const { save_id } of saved)
    expect(save_id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  const malformed = await insert(app.address, 'application_drafts', makeDraft({ save_id: 'x' }));
  expect(malformed.status).toBe(400);
});

test('a batch with one repeated event keeps the others', async () => {
  await using app = await startApp();
  const repeated = makeEvent();
  await insert(app.address, 'jornada', [repeated]);
  const batch = [makeEvent(), repeated, makeEvent(), repeated];
  expect((await insert(app.address, 'jornada', batch)).status).toBe(201);
  expect(app.query('select count(*) as n from jornada')).toEqual([{ n: 3 }]);
});

test('a batch with one wrong row stores none', async () => {
  await using app = await startApp();
  const answer = await insert(app.address, 'jornada', [makeEvent(), makeEvent({ name: 'No!' })]);
  expect(answer.status).toBe(400);
  expect(app.query('select count(*) as n from jornada')).toEqual([{ n: 0 }]);
});

test('beacons pass the key in the query and send text', async () => {
  await using app = await startApp();
  const answer = await fetch(`${app.address}/rest/v1/jornada?apikey=anon-local`, {
    method: 'POST',
    headers: { 'content-type': 'text/plain;charset=UTF-8' },
    body: JSON.stringify([makeEvent()]),
  });
  expect(answer.status).toBe(201);
});

test('the list of columns that the official client adds is tolerated', async () => {
  await using app = await startApp();
  const answer = await insert(app.address, 'jornada?columns=%22id%22', [makeEvent()]);
  expect(answer.status).toBe(201);
});

test('suspicion marks a row and never refuses it', async () => {
  await using app = await startApp();
  const marks = ['honeypot, too-fast', '<script>', ''];
  for (const mark of marks) {
    expect((await insert(app.address, 'leads', makeLead(), { 'x-suspect': mark })).status).toBe(
      201,
    );
  }
  expect(app.query('select suspect from leads')).toEqual([
    { suspect: 'honeypot, too-fast' },
    { suspect: 'malformed' },
    { suspect: null },
  ]);
});

test('concurrent leads share a commit and are all there', async () => {
  await using app = await startApp();
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, n) =>
      insert(app.address, 'leads', makeLead({ nome: `Pessoa ${n}` })),
    ),
  );
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([201]));
  expect(app.query('select count(distinct nome) as n from leads')).toEqual([{ n: 200 }]);
});
