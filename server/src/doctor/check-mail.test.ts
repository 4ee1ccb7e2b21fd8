import { expect, test } from 'vitest';
import { readConfig } from '../config/config.ts';
import { checkMail } from './check-mail.ts';

const ENV = {
  SMTP_URL: 'smtps://ana:segredo@mail.escola.test',
  NOTIFY_FROM: 'avisos@escola.test',
  NOTIFY_TO: 'ana@escola.test, beto@escola.test',
};

function mailOf(env: Record<string, string>) {
  const read = readConfig(env);
  if (!read.ok) throw new Error(read.message);
  return { mail: read.config.mail, env, trouble: null };
}

test('who is told what by e-mail is one green line, without the password', () => {
  expect(checkMail(mailOf(ENV))).toEqual({
    subject: 'mail',
    level: 'green',
    what: 'mail.escola.test:465 aceita mensagens nossas. De avisos@escola.test para ana@escola.test, beto@escola.test: application.created, sale.paid.',
    remedy: null,
  });
});

test('a mail server that does not let us in is red', () => {
  const trouble = 'mail.escola.test:465 não respondeu a tempo.';
  expect(checkMail({ ...mailOf(ENV), trouble })).toMatchObject({ level: 'red', what: trouble });
});

test('nobody is told by e-mail until somebody asks for it', () => {
  expect(checkMail(mailOf({}))).toMatchObject({ level: 'green' });
  expect(checkMail(mailOf({ NOTIFY_TO: 'ana@escola.test' }))).toMatchObject({
    level: 'yellow',
    what: 'NOTIFY_TO está definida, mas SMTP_URL não: nenhum e-mail sai.',
  });
});
