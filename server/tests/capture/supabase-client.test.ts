import { createClient } from '@supabase/supabase-js';
import { expect, test } from 'vitest';
import { makeEvent, makeLead } from '../../../testkit/rows.ts';
import { startApp } from '../../../testkit/start-app.ts';

test('inserts a row and a batch with the official client', async () => {
  await using app = await startApp();
  const client = createClient(app.address, 'anon-local');
  expect(await client.from('leads').insert(makeLead())).toMatchObject({ error: null, status: 201 });
  const events = await client.from('jornada').insert([makeEvent(), makeEvent()]);
  expect(events).toMatchObject({ error: null, status: 201 });
  expect(app.query('select nome from leads')).toEqual([{ nome: 'Maria da Silva' }]);
});
