import { randomUUID } from 'node:crypto';
import { createClient } from '@supabase/supabase-js';
import { expect, test } from 'vitest';
import { makeApplication, makeDraft, makeEvent, makeLead } from '../../testkit/rows.ts';
import { startApp } from '../../testkit/start-app.ts';

test('inserts a row and a batch with the official client', async () => {
  await using app = await startApp();
  const client = createClient(app.address, 'anon-local');
  expect(await client.from('leads').insert(makeLead())).toMatchObject({ error: null, status: 201 });
  const events = await client.from('jornada').insert([makeEvent(), makeEvent()]);
  expect(events).toMatchObject({ error: null, status: 201 });
  expect(app.query('select nome from leads')).toEqual([{ nome: 'Maria da Silva' }]);
});

test('saves applications with or without a save id, alone or in a batch', async () => {
  await using app = await startApp();
  const client = createClient(app.address, 'anon-local');
  for (const [table, row] of [
    ['applications', makeApplication()],
    ['application_drafts', makeDraft()],
  ] as const) {
    const named = { ...row, save_id: randomUUID() };
    for (const rows of [row, named, named, [named, { ...row, save_id: randomUUID() }]]) {
      expect(await client.from(table).insert(rows)).toMatchObject({ error: null, status: 201 });
    }
    expect(app.query(`select count(*) as n from ${table}`)).toEqual([{ n: 3 }]);
  }
});

test('refuses to read, change or delete rows', async () => {
  await using app = await startApp();
  const client = createClient(app.address, 'anon-local');
  const table = client.from('leads');
  await table.insert(makeLead());
  const answers = await Promise.all([
    table.select(),
    table.update({ nome: 'Outro' }).eq('id', 1),
    table.delete().eq('id', 1),
    table.upsert(makeLead()),
    table.insert(makeLead()).select(),
  ]);
  for (const { data, error } of answers) {
    expect(data).toBeNull();
    expect(error?.message).toBeTruthy();
  }
  expect(app.query('select nome from leads')).toEqual([{ nome: 'Maria da Silva' }]);
});
