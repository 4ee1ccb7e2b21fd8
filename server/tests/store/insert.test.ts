import { randomUUID } from 'node:crypto';
import { mapRules, OPTIONAL_LEAD_RULES } from '@funil/contract/contacts/lead-rules';
import { expect, test } from 'vitest';
import { makeDraft, makeEvent, makeLead } from '../../../testkit/rows.ts';
import { postRows, startApp } from '../../../testkit/start-app.ts';

test('stores a lead unchanged', async () => {
  await using app = await startApp();
  const response = await postRows(app.address, 'leads', makeLead());
  expect(response.status).toBe(201);
  expect(await response.text()).toBe('');
  expect(app.query('select * from leads')).toEqual([
    {
      id: 1,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      idempotency_key: null,
      signals: null,
      suspect: null,
      phone_key: '1187654321',
      email_key: null,
      // Only imported leads have an import.
      import_id: null,
      // The form does not ask for the optional fields.
      ...mapRules(OPTIONAL_LEAD_RULES, () => null),
      respostas: '{}',
      ...makeLead(),
      botoes_clicados: JSON.stringify(makeLead().botoes_clicados),
    },
  ]);
});

test('stores one row per idempotency key, and answers 409 for another lead', async () => {
  await using app = await startApp();
  const key = randomUUID();
  const send = async (lead: object, sent: string) =>
    postRows(app.address, 'leads', lead, { 'idempotency-key': sent });
  expect((await send(makeLead(), key)).status).toBe(201);
  const retry = makeLead({ tempo_jornada_segundos: 45 });
  expect((await send(retry, key.toUpperCase())).status).toBe(201);
  const conflict = await send(makeLead({ nome: 'Outra Pessoa' }), key);
  expect(conflict.status).toBe(409);
  expect(await conflict.json()).toMatchObject({ code: '23000' });
  expect(app.query('select idempotency_key, tempo_jornada_segundos from leads')).toEqual([
    { idempotency_key: key, tempo_jornada_segundos: 42 },
  ]);
});

test('stores UUIDs in lower case, and creates a missing save id', async () => {
  await using app = await startApp();
  const draft = makeDraft();
  const save_id = randomUUID();
  for (const sent of [draft, { ...draft, save_id: save_id.toUpperCase() }]) {
    expect((await postRows(app.address, 'application_drafts', sent)).status).toBe(201);
  }
  expect(app.query('select save_id from application_drafts order by rowid')).toEqual([
    { save_id: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/) },
    { save_id },
  ]);
});

test('accepts a beacon, which sends text and has the key in the query', async () => {
  await using app = await startApp();
  const response = await fetch(`${app.address}/rest/v1/jornada?apikey=anon-local`, {
    method: 'POST',
    headers: { 'content-type': 'text/plain;charset=UTF-8' },
    body: JSON.stringify([makeEvent()]),
  });
  expect(response.status).toBe(201);
});

test('stores the signs of a robot and the suspicion that they cause, without refusing the row', async () => {
  await using app = await startApp();
  for (const mark of ['honeypot, too-fast', '<script>', '!person', '']) {
    const response = await postRows(app.address, 'leads', makeLead(), { 'x-suspect': mark });
    expect(response.status).toBe(201);
  }
  expect(app.query('select signals, suspect from leads')).toEqual([
    { signals: 'honeypot,too-fast', suspect: 'honeypot,too-fast' },
    { signals: 'malformed', suspect: null },
    { signals: 'malformed', suspect: null },
    { signals: null, suspect: null },
  ]);
});
