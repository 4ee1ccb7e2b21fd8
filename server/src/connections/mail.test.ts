import { expect, test } from 'vitest';
import { configOf } from '../../../testkit/config-of.ts';
import { judgeMail } from './mail.ts';

const ENV = {
  SMTP_URL: 'smtps://ana:segredo@mail.escola.test',
  NOTIFY_FROM: 'avisos@escola.test',
  NOTIFY_TO: 'ana@escola.test, beto@escola.test',
};

const judge = (env: Record<string, string>, refusal: string | null) =>
  judgeMail({ config: configOf(env), env, site: null, now: 0 }, refusal);

test('reports e-mail settings in one line without the password', () => {
  expect(judge(ENV, null)).toEqual([
    {
      subject: 'mail',
      level: 'green',
      what: 'mail.escola.test aceita mensagens nossas. De avisos@escola.test para ana@escola.test, beto@escola.test: aplicação enviada, venda paga.',
      remedy: null,
    },
  ]);
});

test('reports a mail server that refuses messages as an error', () => {
  const refusal = 'mail.escola.test:465 não respondeu a tempo.';
  expect(judge(ENV, refusal)).toMatchObject([{ level: 'red', what: refusal }]);
});

test('reports e-mail settings that lack SMTP_URL', () => {
  expect(judge({}, null)).toMatchObject([{ level: 'green' }]);
  expect(judge({ NOTIFY_TO: 'ana@escola.test' }, null)).toMatchObject([
    {
      level: 'yellow',
      what: 'Falta o servidor de envio: nenhum e-mail sai.',
      command: 'No .env: com NOTIFY_TO, defina SMTP_URL e reinicie o servidor (docs/email.md).',
    },
  ]);
});
