import { expect, test } from 'vitest';
import { startSmtp } from '../../testkit/start-smtp.ts';
import type { Delivery, Destination } from '../src/deliveries/destination.ts';
import { application, createTestMail, deliver, lead, sale } from './mail-payloads.ts';

const NEVER = new AbortController().signal;

/** Hands deliveries to the destination of that name. */
function send(destinations: Destination[], name: string, ...deliveries: [Delivery, ...Delivery[]]) {
  const found = destinations.find((destination) => destination.name === name);
  if (!found) throw new Error(`no destination ${name}`);
  return found.send(deliveries, NEVER);
}

test('what is told is what was asked for, leads apart from all else', () => {
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

test('without a mail server there is no destination', () => {
  expect(createTestMail('', { on: 'sale.paid' })).toEqual([]);
});

test('an application arrives as a message that is answered to the applicant', async () => {
  await using smtp = await startSmtp();
  const mail = createTestMail(smtp.url());
  const outcome = await send(mail, 'mail', deliver('application.created', application()));
  expect(outcome).toMatchObject({ result: 'delivered', status: 250 });
  const [taken] = await smtp.messages(1);
  expect(taken?.mail).toMatchObject({
    subject: 'Nova aplicação: Ana Prado, responder até sex., 14h',
    from: { name: 'Escola', address: 'avisos@escola.test' },
    replyTo: [{ name: '', address: 'ana@padaria.example' }],
    messageId: '<0193a1b2-0000-7000-8000-000000000001@escola.test>',
  });
  expect(taken?.mail.text).toContain('Respondo as mesmas perguntas o dia todo.');
  expect(taken?.mail.html).toContain('Respondo as mesmas perguntas o dia todo.');
  expect(taken?.mail.html).toContain('href="https://wa.me/5511987654321?text=Oi%2C%20Ana!');
});

test('an applicant adds neither headers nor recipients, whatever was typed', async () => {
  await using smtp = await startSmtp();
  const data = application({
    nome: 'Ana\r\nBcc: vitima@evil.test\r\n\r\n<h1>Oi</h1>',
    email: 'ana@evil.test\r\nBcc:x@evil.test',
    empresa: 'x\nTo: vitima@evil.test',
  });
  await send(createTestMail(smtp.url()), 'mail', deliver('application.created', data));
  const [taken] = await smtp.messages(1);
  expect(taken?.to).toEqual(['dona@escola.test']);
  expect(taken?.mail.bcc ?? []).toEqual([]);
  expect(taken?.mail.replyTo ?? []).toEqual([]);
  expect(taken?.mail.headers.map(({ key }) => key)).not.toContain('bcc');
  expect(taken?.mail.subject).toBe(
    'Nova aplicação: Ana Bcc: vitima@evil.test <h1>Oi</h1>, responder até sex., 14h',
  );
  expect(taken?.mail.html).not.toContain('<h1>Oi');
});

test('a repeat is recognised by its id', async () => {
  await using smtp = await startSmtp();
  const mail = createTestMail(smtp.url());
  const again = deliver('sale.paid', sale(), 7);
  await send(mail, 'mail', again);
  await send(mail, 'mail', { ...again, tries: 1 });
  await send(mail, 'mail', deliver('sale.paid', sale(), 8));
  const ids = (await smtp.messages(3)).map(({ mail }) => mail.messageId);
  expect(ids[1]).toBe(ids[0]);
  expect(ids[2]).not.toBe(ids[0]);
});

test('leads of a minute are one message; the same ones are the same, with one more another', async () => {
  await using smtp = await startSmtp();
  const mail = createTestMail(smtp.url());
  const ana = deliver('lead.created', lead({ nome: 'Ana' }), 1);
  const beto = deliver('lead.created', lead({ nome: 'Beto' }), 2);
  const carla = deliver('lead.created', lead({ nome: 'Carla' }), 3);
  await send(mail, 'mail:leads', ana, beto);
  await send(mail, 'mail:leads', beto, ana);
  await send(mail, 'mail:leads', ana, beto, carla);
  await send(mail, 'mail:leads', ana);
  const taken = await smtp.messages(4);
  expect(taken.map(({ mail }) => mail.subject)).toEqual([
    '2 novos leads: Ana, Beto',
    '2 novos leads: Beto, Ana',
    '3 novos leads: Ana, Beto e mais 1',
    'Novo lead: Ana, (11) 98765-4321',
  ]);
  const ids = taken.map(({ mail }) => mail.messageId);
  expect(ids[1]).toBe(ids[0]);
  expect(new Set(ids).size).toBe(3);
});

test('leads that come within a minute wait for each other', () => {
  const leads = createTestMail('smtp://127.0.0.1', { on: 'lead.created' })[0];
  expect(leads).toMatchObject({ concurrency: 1, rest: 60_000 });
  expect(leads?.batch).toBeGreaterThan(100);
});

test('a notice that cannot be read is not tried again, and holds no digest up', async () => {
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
