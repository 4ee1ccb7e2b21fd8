import { MINUTE_MS } from '@funil/contract/durations';
import { expect, test } from 'vitest';
import { startSmtp } from '../../../testkit/fakes/smtp.ts';
import type { Delivery, Destination } from '../../src/deliveries/destination.ts';
import { application, createTestMail, deliveryOf, lead, sale } from './mail-payloads.ts';

const NEVER_ABORTED = new AbortController().signal;

/** Finds a destination by its name; returns it with a function that sends deliveries. */
function openDestination(destinations: Destination[], name: string) {
  const destination = destinations.find((listed) => listed.name === name);
  if (!destination) throw new Error(`no destination ${name}`);
  return {
    destination,
    send: (first: Delivery, ...others: Delivery[]) =>
      destination.send([first, ...others], NEVER_ABORTED),
  };
}

test('subscribes to the configured events, with a separate destination for leads', () => {
  const subscribesTo = (on: string) =>
    createTestMail('smtp://127.0.0.1', { on }).map(({ name, subscribesTo }) => [
      name,
      (['lead.created', 'application.created', 'sale.paid', 'person.erased'] as const).filter(
        (type) => subscribesTo?.(type),
      ),
    ]);
  expect(subscribesTo('application.created,sale.paid')).toEqual([
    ['mail', ['application.created', 'sale.paid']],
  ]);
  expect(subscribesTo('lead.created')).toEqual([['mail:leads', ['lead.created']]]);
  expect(subscribesTo('lead.created,sale.paid')).toHaveLength(2);
});

test('repeats a delivery under the same Message-ID', async () => {
  await using smtp = await startSmtp();
  const { send } = openDestination(createTestMail(smtp.url()), 'mail');
  const repeated = deliveryOf('sale.paid', sale(), 7);
  await send(repeated);
  await send({ ...repeated, attempts: 1 });
  await send(deliveryOf('sale.paid', sale(), 8));
  const ids = (await smtp.messages(3)).map(({ mail }) => mail.messageId);
  expect(ids[1]).toBe(ids[0]);
  expect(ids[2]).not.toBe(ids[0]);
});

test('sends leads as one message, whose Message-ID depends on the set of leads', async () => {
  await using smtp = await startSmtp();
  const { send } = openDestination(createTestMail(smtp.url()), 'mail:leads');
  const ana = deliveryOf('lead.created', lead({ nome: 'Ana' }), 1);
  const beto = deliveryOf('lead.created', lead({ nome: 'Beto' }), 2);
  const carla = deliveryOf('lead.created', lead({ nome: 'Carla' }), 3);
  await send(ana, beto);
  await send(beto, ana);
  await send(ana, beto, carla);
  await send(ana);
  const received = await smtp.messages(4);
  expect(received.map(({ mail }) => mail.subject)).toEqual([
    '2 novos leads: Ana, Beto',
    '2 novos leads: Beto, Ana',
    '3 novos leads: Ana, Beto e mais 1',
    'Novo lead: Ana, (11) 98765-4321',
  ]);
  const ids = received.map(({ mail }) => mail.messageId);
  expect(ids[1]).toBe(ids[0]);
  expect(new Set(ids).size).toBe(3);
});

test('refuses unreadable data, and leaves it out of a digest', async () => {
  await using smtp = await startSmtp();
  const destinations = createTestMail(smtp.url());
  const [mail, leads] = ['mail', 'mail:leads'].map((name) => openDestination(destinations, name));
  const refused = { result: 'refused' };
  expect(await mail?.send(deliveryOf('sale.paid', { version: 2 }))).toMatchObject(refused);
  expect(await leads?.send(deliveryOf('lead.created', null))).toMatchObject(refused);
  const broken = deliveryOf('lead.created', '', 2);
  await leads?.send(broken, deliveryOf('lead.created', lead(), 3));
  expect((await smtp.messages(1))[0]?.mail.subject).toBe('Novo lead: Ana Prado, (11) 98765-4321');
});

const START = Date.parse('2026-11-25T17:02:00.000Z');

const robot = (n: number) =>
  deliveryOf('application.created', application({ nome: `Robô ${n}`, suspect: 'honeypot' }), n);

test('combines hundreds of applications into a few messages, with a sale first', async () => {
  await using smtp = await startSmtp();
  let now = START;
  const { destination, send } = openDestination(
    createTestMail(smtp.url(), { now: () => now }),
    'mail',
  );
  for (let n = 1; n <= 26; n += 1) {
    expect(destination).toMatchObject({ maxBatchSize: 1, restMs: 0 });
    await send(robot(n));
  }
  expect(destination.maxBatchSize).toBeGreaterThan(500);
  const waiting = Array.from({ length: 300 }, (_, n) => robot(n + 100));
  await send(robot(99), ...waiting, deliveryOf('sale.paid', sale(), 999));
  const { mail } = (await smtp.messages(27))[26] ?? {};
  expect(mail?.subject).toBe('302 avisos de uma vez: 1 venda paga, 301 aplicações');
  expect(mail?.text).toContain('R$ 1.497,00\n  Venda paga · Ana Prado\n');
  expect(mail?.text?.indexOf('R$ 1.497,00')).toBeLessThan(mail?.text?.indexOf('Robô 99') ?? 0);
  expect(mail?.text).toContain('Robô 99 [parece robô]');
  expect(mail?.text).toContain('Atenção: 301 parecem robôs e estão no fim da lista.');
  expect(mail?.text).toContain('E mais 242 avisos, que não cabem aqui.');
  for (let n = 0; n < 5; n += 1) await send(robot(1_000 + n));
  expect(destination.restMs).toBeGreaterThan(4 * MINUTE_MS);
  now += 60 * MINUTE_MS;
  await send(robot(2_000));
  expect(destination).toMatchObject({ maxBatchSize: 1, restMs: 0 });
});

test('sends digests of leads every minute, and every ten minutes after half an hour', async () => {
  await using smtp = await startSmtp();
  let now = START;
  const { destination, send } = openDestination(
    createTestMail(smtp.url(), { now: () => now }),
    'mail:leads',
  );
  expect(destination).toMatchObject({ concurrency: 1, restMs: MINUTE_MS });
  expect(destination.maxBatchSize).toBeGreaterThan(100);
  const restMinutes = new Set<number>();
  for (let n = 0; n < 60; n += 1) {
    await send(deliveryOf('lead.created', lead(), n));
    restMinutes.add(destination.restMs / MINUTE_MS);
    now += destination.restMs;
  }
  expect([...restMinutes].at(-1)).toBe(10);
});

test('counts no message that the server refused', async () => {
  await using smtp = await startSmtp({ refusal: { at: 'from', code: 451, text: 'Later' } });
  const { destination, send } = openDestination(
    createTestMail(smtp.url(), { now: () => START }),
    'mail',
  );
  for (let n = 0; n < 40; n += 1) await send(robot(n));
  expect(destination).toMatchObject({ maxBatchSize: 1, restMs: 0 });
});

test('sends the notification without the visitor’s texts when the server refuses them', async () => {
  await using smtp = await startSmtp();
  smtp.refuseOnce({ at: 'data', code: 554, text: '5.7.1 Message looks like spam' });
  const { send } = openDestination(createTestMail(smtp.url()), 'mail');
  const data = application({ nome: 'Ganhe já', principais_desafios: 'Clique' });
  const outcome = await send(deliveryOf('application.created', data));
  expect(outcome).toMatchObject({ result: 'delivered', status: 250 });
  expect(outcome.response).toContain('Sem os textos, que foram recusados.');
  const [received] = await smtp.messages(1);
  expect(received?.mail.subject).toBe('Nova aplicação: o filtro de e-mail recusou o texto');
  expect(received?.mail.replyTo ?? []).toEqual([]);
  expect(received?.raw).not.toMatch(/Ganhe|Clique|Padaria/);
  expect(received?.mail.text).toContain('Responder até sexta-feira, 27 de novembro, às 14h');
  expect(received?.mail.text).toContain('https://wa.me/5511987654321\n');
});
