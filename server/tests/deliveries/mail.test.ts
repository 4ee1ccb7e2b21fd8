import { expect, test } from 'vitest';
import { startSmtp } from '../../../testkit/start-smtp.ts';
import type { Delivery, Destination } from '../../src/deliveries/destination.ts';
import { application, createTestMail, deliver, lead, sale } from './mail-payloads.ts';

const NEVER = new AbortController().signal;

/** Sends deliveries to a destination. */
function send(destinations: Destination[], name: string, ...deliveries: [Delivery, ...Delivery[]]) {
  const found = destinations.find((destination) => destination.name === name);
  if (!found) throw new Error(`no destination ${name}`);
  return found.send(deliveries, NEVER);
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

test('adds no headers or recipients from an applicant’s texts', async () => {
  await using smtp = await startSmtp();
  const data = application({
    nome: 'Ana\r\nBcc: vitima@evil.test\r\n\r\n<h1>Oi</h1>',
    email: 'ana@evil.test\r\nBcc:x@evil.test',
    empresa: 'x\nTo: vitima@evil.test',
  });
  await send(createTestMail(smtp.url()), 'mail', deliver('application.created', data));
  const [received] = await smtp.messages(1);
  expect(received?.to).toEqual(['dona@escola.test']);
  expect(received?.mail.bcc ?? []).toEqual([]);
  expect(received?.mail.replyTo ?? []).toEqual([]);
  expect(received?.mail.headers.map(({ key }) => key)).not.toContain('bcc');
  expect(received?.mail.subject).toBe(
    'Nova aplicação: Ana Bcc: vitima@evil.test <h1>Oi</h1>, responder até sex., 14h',
  );
  expect(received?.mail.html).not.toContain('<h1>Oi');
});

test('repeats a delivery under the same Message-ID', async () => {
  await using smtp = await startSmtp();
  const mail = createTestMail(smtp.url());
  const again = deliver('sale.paid', sale(), 7);
  await send(mail, 'mail', again);
  await send(mail, 'mail', { ...again, attempts: 1 });
  await send(mail, 'mail', deliver('sale.paid', sale(), 8));
  const ids = (await smtp.messages(3)).map(({ mail }) => mail.messageId);
  expect(ids[1]).toBe(ids[0]);
  expect(ids[2]).not.toBe(ids[0]);
});

test('sends leads as one message, whose Message-ID depends on the set of leads', async () => {
  await using smtp = await startSmtp();
  const mail = createTestMail(smtp.url());
  const ana = deliver('lead.created', lead({ nome: 'Ana' }), 1);
  const beto = deliver('lead.created', lead({ nome: 'Beto' }), 2);
  const carla = deliver('lead.created', lead({ nome: 'Carla' }), 3);
  await send(mail, 'mail:leads', ana, beto);
  await send(mail, 'mail:leads', beto, ana);
  await send(mail, 'mail:leads', ana, beto, carla);
  await send(mail, 'mail:leads', ana);
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
  const mail = createTestMail(smtp.url());
  expect(await send(mail, 'mail', deliver('sale.paid', { version: 2 }))).toMatchObject({
    result: 'refused',
  });
  expect(await send(mail, 'mail:leads', deliver('lead.created', null))).toMatchObject({
    result: 'refused',
  });
  const broken = deliver('lead.created', '', 2);
  await send(mail, 'mail:leads', broken, deliver('lead.created', lead(), 3));
  expect((await smtp.messages(1))[0]?.mail.subject).toBe('Novo lead: Ana Prado, (11) 98765-4321');
});
