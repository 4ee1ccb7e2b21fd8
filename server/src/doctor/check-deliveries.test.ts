import { expect, test } from 'vitest';
import { readConfig } from '../config/config.ts';
import { checkDeliveries, checkMail } from './check-deliveries.ts';
import type { DestinationStatus } from './read-contents.ts';

const now = Date.parse('2026-11-21T15:00:00Z');

const destination = (changes: Partial<DestinationStatus> = {}): DestinationStatus => ({
  name: 'webhook:7',
  url: 'https://exemplo.com/gancho',
  offReason: null,
  waiting: 0,
  failingSince: null,
  failure: null,
  dead: 0,
  ...changes,
});

test('reports nothing without a destination', () => {
  expect(checkDeliveries([], now)).toEqual([]);
});

test('reports an endpoint in order while deliveries wait for their first attempt', () => {
  expect(checkDeliveries([destination({ waiting: 3 })], now)).toMatchObject([
    { level: 'green', what: 'https://exemplo.com/…ncho: nada falha nas entregas.' },
  ]);
});

test('reports a failing destination with its answer and the command that shows more', () => {
  const failing = { waiting: 12, failingSince: '2026-11-21T12:00:00.000Z' };
  expect(checkDeliveries([destination({ ...failing, failure: '500' })], now)).toEqual([
    {
      subject: 'deliveries',
      level: 'yellow',
      what: 'https://exemplo.com/…ncho: falha há 3 horas (resposta 500); 12 entregas esperam nova tentativa.',
      remedy: 'Veja as respostas: npm run webhooks -- log 7',
    },
  ]);
  const mail = destination({
    name: 'mail',
    url: null,
    ...failing,
    waiting: 1,
    failure: 'no-answer',
  });
  expect(checkDeliveries([mail], now)).toMatchObject([
    {
      what: 'E-mail: falha há 3 horas (sem resposta); 1 entrega espera nova tentativa.',
      remedy: 'Veja as respostas: npm run deliveries',
    },
  ]);
});

test('reports deliveries that were given up', () => {
  expect(checkDeliveries([destination({ dead: 2 })], now)).toMatchObject([
    { level: 'yellow', what: 'https://exemplo.com/…ncho: 2 entregas foram dadas por perdidas.' },
  ]);
});

test('reports an endpoint that was switched off', () => {
  expect(checkDeliveries([destination({ offReason: 'gone' })], now)).toMatchObject([
    {
      level: 'yellow',
      what: 'https://exemplo.com/…ncho: desligado, porque respondeu 410: não quer mais avisos.',
      remedy: 'Se foi engano, cadastre-o de novo: npm run webhooks -- add URL',
    },
  ]);
});

const ENV = {
  SMTP_URL: 'smtps://ana:segredo@mail.escola.test',
  NOTIFY_FROM: 'avisos@escola.test',
  NOTIFY_TO: 'ana@escola.test, beto@escola.test',
};

function mailOf(env: Record<string, string>) {
  const read = readConfig(env);
  if (!read.ok) throw new Error(read.message);
  return { mail: read.config.mail, env, refusal: null };
}

test('reports e-mail settings in one line without the password', () => {
  expect(checkMail(mailOf(ENV))).toEqual({
    subject: 'mail',
    level: 'green',
    what: 'mail.escola.test:465 aceita mensagens nossas. De avisos@escola.test para ana@escola.test, beto@escola.test: application.created, sale.paid.',
    remedy: null,
  });
});

test('reports a mail server that refuses messages as an error', () => {
  const refusal = 'mail.escola.test:465 não respondeu a tempo.';
  expect(checkMail({ ...mailOf(ENV), refusal })).toMatchObject({ level: 'red', what: refusal });
});

test('reports e-mail settings that lack SMTP_URL', () => {
  expect(checkMail(mailOf({}))).toMatchObject({ level: 'green' });
  expect(checkMail(mailOf({ NOTIFY_TO: 'ana@escola.test' }))).toMatchObject({
    level: 'yellow',
    what: 'NOTIFY_TO está definida, mas SMTP_URL não: nenhum e-mail sai.',
  });
});
