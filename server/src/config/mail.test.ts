import { expect, test } from 'vitest';
import { configOf, messageOf } from '../../../testkit/config-of.ts';

const COMPLETE = {
  SMTP_URL: 'smtps://ana%40escola.test:se%23nha@mail.escola.test',
  NOTIFY_FROM: 'Escola <avisos@escola.test>',
  NOTIFY_TO: 'ana@escola.test',
};

const mailOf = (env: Record<string, string>) => configOf(env).mail;

test('sends no e-mail without SMTP_URL', () => {
  expect(mailOf({})).toBeNull();
  expect(mailOf({ NOTIFY_TO: 'ana@escola.test' })).toBeNull();
});

test('notifies of applications and paid sales unless NOTIFY_ON names others', () => {
  expect(mailOf(COMPLETE)).toEqual({
    smtp: {
      host: 'mail.escola.test',
      port: 465,
      isSecure: true,
      login: { user: 'ana@escola.test', password: 'se#nha' },
    },
    from: { name: 'Escola', address: 'avisos@escola.test' },
    to: [{ name: '', address: 'ana@escola.test' }],
    events: ['application.created', 'sale.paid'],
  });
  expect(
    mailOf({ ...COMPLETE, NOTIFY_ON: 'lead.created, sale.refunded,lead.created' }),
  ).toMatchObject({ events: ['lead.created', 'sale.refunded'] });
});

test('reads several recipients with their names', () => {
  const NOTIFY_TO = 'Ana Prado <ana@escola.test>, "Lima, Beto" <beto@escola.test>';
  expect(mailOf({ ...COMPLETE, NOTIFY_TO })?.to).toEqual([
    { name: 'Ana Prado', address: 'ana@escola.test' },
    { name: 'Lima, Beto', address: 'beto@escola.test' },
  ]);
});

test.each([
  ['smtp://ana:senha@mail.escola.test', { host: 'mail.escola.test', port: 587, isSecure: false }],
  ['smtp://ana:senha@mail.escola.test:2525/', { port: 2525 }],
  [
    'smtp://ana@gmail.com:p@ss@smtp.gmail.com',
    { login: { user: 'ana@gmail.com', password: 'p@ss' } },
  ],
  [
    'smtps://a@b.c:abcd efgh ijkl@mail.test',
    { login: { user: 'a@b.c', password: 'abcd efgh ijkl' } },
  ],
  [
    'smtps://a@b.c:abcd%C2%A0efgh%20ijkl mnop@smtp.gmail.com',
    { login: { user: 'a@b.c', password: 'abcdefghijklmnop' } },
  ],
  ['smtp://127.0.0.1:25', { port: 25, login: null }],
  ['smtp://[::1]:25', { host: '::1' }],
])('reads a mail server from %s', (SMTP_URL, expected) => {
  expect(mailOf({ ...COMPLETE, SMTP_URL })?.smtp).toMatchObject(expected);
});

test.each(['SMTP.Gmail.com', 'smtp.googlemail.com', 'smtp.gmail.com.'])(
  'reads an app password without its spaces for %s',
  (host) => {
    const mail = mailOf({ ...COMPLETE, SMTP_URL: `smtps://a@b.c:abcd%E2%80%8B efgh@${host}` });
    expect(mail?.smtp).toMatchObject({ host, login: { user: 'a@b.c', password: 'abcdefgh' } });
  },
);

test.each([
  'mail.escola.test',
  'https://ana:segredo@mail.escola.test',
  'smtp:ana:segredo@mail.escola.test',
  'smtps://ana:segredo#1@mail.escola.test',
  'smtps://ana:segredo/1@mail.escola.test',
  'smtps://ana:segredo100%@mail.escola.test',
  'smtps://ana:segredo@mail.escola.test:99999',
  'smtps://ana:segredo@mail.escola.test/?tls=segredo',
  'smtps://ana@mail.escola.test',
  'smtps://:segredo@mail.escola.test',
  'smtps://ana:segredo%0d%0aRSET@mail.escola.test',
  'smtp://',
])('refuses an invalid mail server in one sentence without its password: %s', (SMTP_URL) => {
  const message = messageOf({ ...COMPLETE, SMTP_URL });
  expect(message).toMatch(/^SMTP_URL must be an address such as smtps:\/\/user:password@host:465/);
  expect(message).not.toContain('segredo');
});

test.each([
  ['NOTIFY_FROM', 'avisos'],
  ['NOTIFY_FROM', 'a@escola.test, b@escola.test'],
  ['NOTIFY_TO', 'ana@escola.test, beto'],
  ['NOTIFY_TO', 'ana@escola'],
  ['NOTIFY_TO', 'ana@escola..test'],
  ['NOTIFY_TO', 'josé@escola.test'],
  ['NOTIFY_TO', "'ana@escola.test'"],
  ['NOTIFY_TO', 'Ana <ana@escola.test>, Lia <lia@escola.test> e Beto <beto@escola.test>'],
  ['NOTIFY_TO', 'ana@escola.test, lia@escola.test ou beto@escola.test'],
  ['NOTIFY_ON', 'lead.create'],
  ['NOTIFY_ON', 'person.erased'],
])('names an invalid %s and its value: %s', (name, value) => {
  const message = messageOf({ ...COMPLETE, [name]: value });
  expect(message).toContain(`${name} must be`);
  expect(message).toContain(
    value
      .split(/, | e |lia@escola.test /)
      .at(-1)
      ?.replaceAll(/[<>]/g, ''),
  );
});

test.each([
  'ana@escola.test, beto@escola.test',
  'ana@escola.test; Beto beto@escola.test',
  'ana@escola.test beto@escola.test',
  'ana@escola.test e beto@escola.test',
  'Escola @ana <ana@escola.test>, Beto@Escola.test <beto@escola.test>',
  '"\'ana@escola.test\'" <ana@escola.test>, beto@escola.test',
  'ana@escola.test, Beto <beto@escola.test>',
  '\u2068ana@escola.test\u2069, beto@escola.test\u200b',
])('reads every recipient of %s', (NOTIFY_TO) => {
  const addresses = mailOf({ ...COMPLETE, NOTIFY_TO })?.to.map(({ address }) => address);
  expect(addresses).toEqual(['ana@escola.test', 'beto@escola.test']);
});

test('names the missing sender or recipient when a mail server is set', () => {
  const { SMTP_URL, NOTIFY_FROM, NOTIFY_TO } = COMPLETE;
  expect(messageOf({ SMTP_URL })).toContain('SMTP_URL needs NOTIFY_FROM and NOTIFY_TO');
  expect(messageOf({ SMTP_URL, NOTIFY_FROM })).toContain('SMTP_URL needs NOTIFY_TO');
  expect(messageOf({ SMTP_URL, NOTIFY_TO })).toContain('SMTP_URL needs NOTIFY_FROM');
});
