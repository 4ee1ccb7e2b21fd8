import { createHash, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { callCommand } from '../../../testkit/call-command.ts';
import { makeApplication, makeLead } from '../../../testkit/rows.ts';
import { STORES } from '../store/open-test-store.ts';
import { DELIVERED, openDeliveries } from './open-deliveries.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

test('empties an erased person’s deliveries, and reports the erasure', async () => {
  await using opened = await openDeliveries();
  const { destination, receivedEvents, received } = await opened.register('webhook:a', {
    subscribesTo: (type) => type !== 'application.created',
  });
  const down = await opened.register('mail', {
    send: async ([{ event }]) => ({
      result: 'failed',
      status: 503,
      // The response repeats only the name, because contacts would be removed in any case.
      response: `refused: ${Object(event.data).nome}`,
    }),
  });
  const first = opened.start([destination, down.destination]);
  await opened.store('leads', makeLead({ nome: 'Ana', telefone: '(11) 98765-4321' }));
  await opened.store('leads', makeLead({ nome: 'Bia', telefone: '(21) 98765-4321' }));
  const application = makeApplication({ nome: 'Ana', email: 'ana@exemplo.com.br' });
  await opened.store('applications', { ...application, whatsapp: '+55 11 98765-4321' });
  await expect.poll(() => opened.query('select 1 from funil.delivery_attempts')).toHaveLength(5);
  await first.stop();
  expect(receivedEvents()).toHaveLength(2);

  const args = ['--telefone', '11 98765-4321', '--sim'];
  const run = await callCommand('forget', args, opened.env);
  expect(run).toMatchObject({ code: 0, stderr: '' });
  expect(run.stdout).toContain('2 envios a quem é avisado');

  const remaining = await opened.query(`select data, phone_key, response
    from funil.outbox_events left join funil.deliveries on event_number = outbox_events.number
    left join funil.delivery_attempts on delivery = id`);
  expect(JSON.stringify(remaining)).not.toMatch(/Ana|ana@|1187654321/);
  expect(JSON.stringify(remaining)).toContain('Bia');
  expect(
    await opened.query(`select destination, outcome from funil.deliveries
      where state = 'canceled' order by event_number`),
  ).toEqual([
    { destination: 'mail', outcome: 'erased' },
    { destination: 'mail', outcome: 'erased' },
  ]);

  opened.start([destination, down.destination]);
  await expect.poll(() => receivedEvents().at(-1)).toMatch(/^person\.erased person:/);
  expect(received.at(-1)?.event.data).toEqual({
    version: 1,
    phone_key_sha256: sha256('1187654321'),
    email_key_sha256: null,
  });
  expect(await opened.query("select number from funil.changes where kind = 'erasure'")).toEqual([]);
});

test.each(STORES)('%s: stores no response that repeats an erased contact', async (kind) => {
  await using opened = await openDeliveries(kind);
  const { promise: erasure, resolve: endErasure } = Promise.withResolvers<void>();
  let isSent = false;
  const { destination } = await opened.register('webhook:a', {
    subscribesTo: (type) => type === 'lead.created',
    async send([{ event }]) {
      isSent = true;
      await erasure;
      return { ...DELIVERED, response: `received ${Object(event.data).utm_content}` };
    },
  });
  await opened.store('leads', makeLead({ nome: 'Bia', utm_content: 'ana@exemplo.test' }));
  opened.start([destination]);
  await expect.poll(() => isSent).toBe(true);
  const args = ['--email', 'ana@exemplo.test', '--sim'];
  expect(await callCommand('forget', args, opened.env)).toMatchObject({ code: 0 });
  endErasure();
  await expect
    .poll(() => opened.query('select response from funil.delivery_attempts'))
    .toEqual([{ response: '' }]);
});

test('stores no hashes of an erased person without a destination', async () => {
  await using opened = await openDeliveries();
  await opened.store('leads', makeLead({ telefone: '(11) 98765-4321' }));
  const args = ['--telefone', '11 98765-4321', '--sim'];
  expect(await callCommand('forget', args, opened.env)).toMatchObject({ code: 0 });
  expect(await opened.query("select number from funil.changes where kind = 'erasure'")).toEqual([]);
});

test('deletes the events of rows that are erased by age', async () => {
  await using opened = await openDeliveries();
  await opened.register('mail');
  await opened.store('leads', makeLead(), randomUUID());
  await opened.consume();
  await callCommand('forget', ['--mais-antigos', '0d', '--sim'], opened.env);
  expect(await opened.query('select id from funil.deliveries')).toEqual([]);
  expect(await opened.query('select number from funil.outbox_events')).toEqual([]);
});
