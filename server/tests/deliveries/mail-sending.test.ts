import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { SMTPServer } from 'smtp-server';
import { expect, test, vi } from 'vitest';
import { type SmtpOptions, startSmtp } from '../../../testkit/fakes/smtp.ts';
import { readConfig } from '../../src/config/config.ts';
import { createMailer, type MailMessage, verifyMail } from '../../src/deliveries/mail/send.ts';

const LOGIN = { user: 'avisos@escola.test', password: 'se#nha longa' };
const NEVER_ABORTED = new AbortController().signal;

const MESSAGE: MailMessage = {
  id: '0193a1b2-0000-7000-8000-000000000001',
  subject: 'Nova aplicação: João 🚀, responder até sex., 14h',
  text: 'Olá,\nação',
  html: '<p>Olá, ação</p>',
  replyTo: 'joao@exemplo.test',
  senderName: 'Escola',
};

function mailConfig(SMTP_URL: string, changes: Record<string, string> = {}) {
  const NOTIFY_FROM = 'avisos@escola.test';
  const NOTIFY_TO = 'ana@escola.test, Beto <beto@escola.test>';
  const read = readConfig({ SMTP_URL, NOTIFY_FROM, NOTIFY_TO, ...changes });
  if (!read.ok || !read.config.mail) throw new Error('no mail');
  return read.config.mail;
}

/** Sends one message to a server with some behavior. */
async function sendTo(options: SmtpOptions, { host = '127.0.0.1', limit = 5_000, url = '' } = {}) {
  await using smtp = await startSmtp(options);
  const mailer = createMailer(mailConfig(url || smtp.url(host)), limit);
  const outcome = await mailer.send(MESSAGE, null, NEVER_ABORTED);
  return { outcome, received: smtp.received, counts: smtp.counts };
}

test('sends texts, recipients, reply address and the headers of automatic mail', async () => {
  const { outcome, received } = await sendTo({ login: LOGIN });
  expect(outcome).toMatchObject({ result: 'delivered', status: 250 });
  expect(received[0]).toMatchObject({
    from: 'avisos@escola.test',
    to: ['ana@escola.test', 'beto@escola.test'],
    mail: {
      from: { name: 'Escola', address: 'avisos@escola.test' },
      to: [
        { name: '', address: 'ana@escola.test' },
        { name: 'Beto', address: 'beto@escola.test' },
      ],
      replyTo: [{ address: 'joao@exemplo.test' }],
      subject: 'Nova aplicação: João 🚀, responder até sex., 14h',
      messageId: '<0193a1b2-0000-7000-8000-000000000001@escola.test>',
    },
  });
  expect(received[0]?.mail.text?.trim()).toBe('Olá,\nação');
  expect(received[0]?.mail.html?.trim()).toBe('<p>Olá, ação</p>');
  expect(received[0]?.raw).toMatch(/^Auto-Submitted: auto-generated\r?$/m);
  expect(received[0]?.raw).toMatch(/^X-Funil-ID: 0193a1b2-0000-7000-8000-000000000001\r?$/m);
});

test.each(['starttls', 'tls'] as const)('sends a password encrypted by %s', async (tls) => {
  const { outcome, received } = await sendTo({ tls, login: LOGIN });
  expect(outcome.result).toBe('delivered');
  expect(received[0]?.isSecure).toBe(true);
});

test('sends no password to another machine without encryption', async () => {
  const { outcome, received } = await sendTo({ tls: 'none', login: LOGIN }, { host: '0.0.0.0' });
  expect(outcome).toMatchObject({ result: 'failed' });
  expect(outcome.response).toMatch(/STARTTLS|segura/);
  expect(received).toEqual([]);
});

test.each(['starttls', 'tls'] as const)(
  'sends no password when the certificate is untrusted, by %s',
  async (tls) => {
    const { outcome, received } = await sendTo({ tls, login: LOGIN }, { host: '0.0.0.0' });
    expect(outcome).toMatchObject({ result: 'failed', status: null });
    expect(outcome.response).toContain('certificate');
    expect(received).toEqual([]);
  },
);

/** For `*.hospedagem.test` until 2126, as shared hosting has one certificate for the names of all its clients. */
const SHARED_CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBqTCCAU+gAwIBAgIUPVEYHXimswpjPnlMLUyJQ3M3bTMwCgYIKoZIzj0EAwIw
GjEYMBYGA1UEAwwPaG9zcGVkYWdlbS50ZXN0MCAXDTI2MTEzMDE0MTc0OVoYDzIx
MjYxMTA2MTQxNzQ5WjAaMRgwFgYDVQQDDA9ob3NwZWRhZ2VtLnRlc3QwWTATBgcq
hkjOPQIBBggqhkjOPQMBBwNCAAQVbi+FXOCfgj2G218nbNIUrwbv4VCqxnM94A8r
1I4fHzpP+NQMknrXcCdIOaY0iJmSjzFd/y9u1WgokmagKjAFo3EwbzAdBgNVHQ4E
FgQUBokXT2AGYjnhsyZZDzAcOD3a41YwHwYDVR0jBBgwFoAUBokXT2AGYjnhsyZZ
DzAcOD3a41YwDwYDVR0TAQH/BAUwAwEB/zAcBgNVHREEFTATghEqLmhvc3BlZGFn
ZW0udGVzdDAKBggqhkjOPQQDAgNIADBFAiBcjEJFGBsy2IGidXMFR6HoyI+JSS9L
v7PpG/QetSveWwIhAIjKEKDI1Wpi3qjNhAg0vKbSwq61Fgn8DAbhELRd5Z3j
-----END CERTIFICATE-----`;
const SHARED_KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg1n0KzFjZ8nbGKlts
DGH8XBSxfFEnFPDFFQpzMdqpTpOhRANCAAQVbi+FXOCfgj2G218nbNIUrwbv4VCq
xnM94A8r1I4fHzpP+NQMknrXcCdIOaY0iJmSjzFd/y9u1WgokmagKjAF
-----END PRIVATE KEY-----`;

test('names the setting when a shared host has a certificate for its own name', async () => {
  const trusted = getCACertificates('default');
  setDefaultCACertificates([...trusted, SHARED_CERTIFICATE]);
  const options = { secure: true, cert: SHARED_CERTIFICATE, key: SHARED_KEY, logger: false };
  const smtp = new SMTPServer(options).on('error', () => {});
  smtp.listen(0, '127.0.0.1');
  await once(smtp.server, 'listening');
  const { port } = smtp.server.address() as AddressInfo;
  const { smtp: other } = mailConfig(`smtps://ana:segredo@0.0.0.0:${port}`);
  expect(await verifyMail(other)).toMatch(
    /^O certificado de 0\.0\.0\.0:\d+ é de outro nome: ponha como servidor um dos que ele tem \(.*\)\.$/,
  );
  await new Promise<void>((resolve) => smtp.close(resolve));
  setDefaultCACertificates(trusted);
});

test('writes headers in ASCII when the addresses of the sender and of a lead have accents', async () => {
  await using smtp = await startSmtp();
  const config = mailConfig(smtp.url(), { NOTIFY_FROM: 'Ação <avisos@ação.test>' });
  const message = { ...MESSAGE, replyTo: 'joão@exemplo.test' };
  await createMailer(config).send(message, null, NEVER_ABORTED);
  expect(smtp.received[0]?.raw).toMatch(/^[\0-\x7f]*$/);
  expect(smtp.received[0]?.mail.messageId).toBe(`<${MESSAGE.id}@xn--ao-siap.test>`);
});

test('explains a wrong password without repeating it', async () => {
  await using smtp = await startSmtp({ login: LOGIN });
  const url = smtp.url().replace('se%23nha', 'segredo');
  const outcome = await createMailer(mailConfig(url)).send(MESSAGE, null, NEVER_ABORTED);
  expect(outcome).toMatchObject({ result: 'failed', status: 535 });
  expect(outcome.response).toContain('não aceitou o usuário e a senha: 535');
  expect(outcome.response).not.toContain('segredo');
});

test.each([
  [534, '5.7.9 Application-specific password required.', 'pede uma senha de app'],
  [535, '5.7.139 SmtpClientAuthentication is disabled for the Tenant.', 'SMTP autenticado'],
  [
    535,
    '5.7.139 Authentication unsuccessful, the user credentials were incorrect.',
    'usuário e a senha',
  ],
  [
    535,
    '5.7.139 Authentication unsuccessful, basic authentication is disabled.',
    'SMTP autenticado',
  ],
  [550, '5.7.30 Basic authentication is not supported for Client Submission.', 'SMTP autenticado'],
  [
    535,
    '5.7.8 Not accepted. https://support.google.com/mail/?p=BadCredentials - gsmtp',
    'senha de app',
  ],
  [535, '5.7.8 Error: authentication failed: (reason unavailable)', 'usuário e a senha'],
  [502, '5.7.0 Your SMTP account is not yet activated.', 'ative-a no painel dele'],
  [525, '5.7.1 Unauthorized IP address', 'endereço de internet desta máquina'],
  [454, '4.7.0 Too many login attempts, please try again later.', 'por enquanto'],
])('explains a login that %i %s refuses', async (code, text, explanation) => {
  const { outcome } = await sendTo({ login: LOGIN, refusal: { at: 'auth', code, text } });
  expect(outcome).toMatchObject({ result: 'failed', status: code });
  expect(outcome.response).toContain(explanation);
});

test('names another port when a server has no TLS from the first byte', async () => {
  await using smtp = await startSmtp();
  const url = smtp.url().replace('smtp:', 'smtps:');
  const outcome = await createMailer(mailConfig(url)).send(MESSAGE, null, NEVER_ABORTED);
  expect(outcome.response).toMatch(/use a 587, com STARTTLS[^:]*$/);
});

test('removes the password from a quoted answer', async () => {
  const text = `No: se#nha longa, ${Buffer.from('se#nha longa').toString('base64')}`;
  const { outcome } = await sendTo({ login: LOGIN, refusal: { at: 'auth', code: 535, text } });
  expect(outcome.response).toContain('No: ***, ***');
});

/** The answer of a server at a step, the result, and a part of its explanation. */
const REFUSALS = {
  connect: `
    554 No service → failed: não aceitou a conexão: 554
    554 5.7.1 Client host [192.0.2.7] blocked using zen.dnsbl.test → failed: endereço de internet desta máquina
  `,
  from: `
    550 5.7.1 Not yours → failed: o remetente: 550
    550 5.4.5 Daily sending quota exceeded → failed: o limite da
    552 5.3.4 Message size exceeds limit → failed: grande demais
    530 5.7.0 Authentication Required. → failed: não envia sem us
    530 5.7.57 Client not authenticated to send mail. → failed: não envia sem us
    550 Please turn on SMTP Authentication in your mail client. → failed: não envia sem us
    451 4.7.1 Ratelimit "out_ratelimit" exceeded → failed: o limite da
    452 Sender is throttled → failed: o limite da
    550 Unauthenticated senders not allowed → failed: não envia sem us
    553 From address not verified - see the help → failed: o remetente: 553
  `,
  to: `
    550 5.1.1 No such user → failed: quem recebe: 550
    451 4.7.1 Greylisted → failed: quem recebe: 451
    552 5.2.2 Mailbox size limit exceeded → failed: quem recebe: 552
    552 5.2.2 User quota exceeded → failed: quem recebe: 552
    550 SMTP AUTH is required for message submission on port 587 → failed: não envia sem us
    550 Domain b.test has exceeded the max emails per hour (100/100 (100%)) allowed. → failed: o limite da
    554 5.7.1 <a@b>: Relay access denied → failed: não envia sem us
    553 5.7.1 <a@b>: Sender address rejected: not owned by user c@d → failed: o remetente: 553
  `,
  data: `
    550 5.4.5 Daily user sending limit exceeded → failed: o limite da
    550 5.1.90 You've reached your daily limit for message recipients → failed: o limite da
    454 Throttling failure: Maximum sending rate exceeded. → failed: o limite da
    550 User has exceeded its 24-hour sending limit. → failed: o limite da
    421 Domain b.test is not allowed to send: daily request limit (100) exceeded → failed: o limite da
    421 Domain b.test is not allowed to send: Please activate your Mailgun account. → failed: ative-a no painel
    421 Domain b.test is not allowed to send: The domain is unverified → failed: ainda não confirmou o domínio
    550 5.7.0 Too many emails per second. Please upgrade your plan → failed: não deixa mandar mais
    550 5.7.1 Limite de envio por hora excedido → failed: o limite da
    550 The 'From' address you supplied is not a Sender Signature → failed: o remetente: 550
    554 5.7.1 Sending from domain b.test is not allowed → failed: o remetente: 554
    554 The from.email domain must be verified in your account → failed: ainda não confirmou o domínio
    554 Free accounts are for tests only. Add the address to authorized recipients → failed: ainda não confirmou
    454 Throttling failure: Daily message quota exceeded. → failed: o limite da conta acabou: 454
    550 5.7.26 The sender is unauthenticated: SPF or DKIM is required. → failed: autentique-o (SPF e DKIM)
    553 Sender is not allowed to relay emails → failed: o remetente
    550 The from address does not match a verified Sender Identity. → failed: o remetente: 550
    421 4.3.0 Try later → failed: 421
    552 5.3.4 Too large → refused: grande demais
    554 5.6.0 Malformed → refused: mensagem: 554
    552 5.2.3 Your message exceeded the size → refused: mensagem
    550 5.7.60 Client does not have permissions to send as this sender → failed: o remetente: 550
    554 Message rejected: Email address is not verified. → failed: ainda não confirmou o domínio ou o endereço
  `,
};

for (const at of ['connect', 'from', 'to', 'data'] as const) {
  test.each(REFUSALS[at].trim().split(/\n +/))(`judges a refusal at ${at}: %s`, async (line) => {
    const [, code, text = '', result, explanation] = /^(\d+) (.*) → (\w+): (.*)$/.exec(line) ?? [];
    const { outcome } = await sendTo({ refusal: { at, code: Number(code), text } });
    expect(outcome.result).toBe(result);
    expect(outcome.status === null || outcome.status === Number(code)).toBe(true);
    expect(outcome.response).toContain(explanation);
  });
}

test('names the recipient of a message that does not go to the team', async () => {
  await using smtp = await startSmtp({ refusal: { at: 'to', code: 550, text: 'No such user' } });
  const message = { ...MESSAGE, to: 'bia@escola.test' };
  const outcome = await createMailer(mailConfig(smtp.url())).send(message, null, NEVER_ABORTED);
  expect(outcome.response).toContain('não aceitou quem recebe, bia@escola.test: 550');
});

test('delivers to the other recipients when one is refused', async () => {
  const refusal = { at: 'to', code: 550, text: 'No such user', only: 'beto@escola.test' } as const;
  const { outcome, received } = await sendTo({ refusal });
  expect(outcome).toMatchObject({ result: 'delivered', status: 250 });
  expect(outcome.response).toContain('Recusados: beto@escola.test.');
  expect(received[0]?.to).toEqual(['ana@escola.test']);
  await using smtp = await startSmtp({ refusal });
  smtp.refuseOnce({ at: 'data', code: 554, text: 'Spam' });
  const { send } = createMailer(mailConfig(smtp.url()));
  const { response } = await send(MESSAGE, MESSAGE, NEVER_ABORTED);
  expect(response).toMatch(/^Sem os textos, .*554 Spam.*Recusados: beto@escola\.test\.$/);
});

test.each(['connect', 'data'] as const)(
  'ends an attempt in time when nothing comes at %s',
  async (silent) => {
    const { outcome } = await sendTo({ silent, login: LOGIN }, { limit: 300 });
    expect(outcome).toMatchObject({ result: 'failed', status: null });
    expect(outcome.response).toContain('não terminou de responder a tempo');
  },
);

test.each(['connect', 'data'] as const)(
  'fails once when the connection ends at %s',
  async (drops) => {
    const { outcome, counts } = await sendTo({ drops });
    expect(outcome).toMatchObject({ result: 'failed', status: null });
    expect(outcome.response).toMatch(/^127\.0\.0\.1:\d+ fechou a conexão antes do fim\.$/);
    expect(counts.connections).toBe(1);
  },
);

/** The first two lines that a server sends, and how the failure is explained. */
test.each([
  ['220 mx', '502 Unimplemented', 'não aceitou a conexão: 502 Unimplemented'],
  ['220 mx', '421 Too busy', 'fechou a conexão antes do fim: 421 Too busy'],
  ['+OK POP3 ready', '', 'não é um servidor de envio (SMTP): +OK POP3 ready'],
  ['SSH-2.0-OpenSSH_9.9', '', 'não é um servidor de envio (SMTP): SSH-2.0-OpenSSH_9.9'],
])('explains that a server says %s %s', async (greeting, response, explanation) => {
  await using server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => void socket.write(`${response}\r\n`));
    socket.write(`${greeting}\r\n`);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const { smtp } = mailConfig(`smtp://ana:segredo@0.0.0.0:${port}`);
  expect(await verifyMail(smtp)).toBe(`0.0.0.0:${port} ${explanation}`);
});

test('waits for a server that greets late, as against spam', async () => {
  const { promise: greetsAfter, resolve: greet } = Promise.withResolvers<void>();
  await using smtp = await startSmtp({ greetsAfter });
  using _clock = useFakeTimeouts();
  const sending = createMailer(mailConfig(smtp.url())).send(MESSAGE, null, NEVER_ABORTED);
  await expect.poll(() => smtp.counts.connections).toBe(1);
  vi.advanceTimersByTime(9_000);
  greet();
  expect(await sending).toMatchObject({ result: 'delivered' });
});

function useFakeTimeouts() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  return { [Symbol.dispose]: () => vi.useRealTimers() };
}

test.each([
  ['smtp://127.0.0.1:1', 'falhou (ECONNREFUSED).'],
  ['smtp://0.0.0.0:1', 'falhou (ECONNREFUSED): o provedor da máquina pode bloquear a porta 1.'],
  ['smtp://mail.invalid', 'O nome mail.invalid não foi encontrado'],
])('explains that no server answers at %s', async (url, explanation) => {
  const outcome = await createMailer(mailConfig(url)).send(MESSAGE, null, NEVER_ABORTED);
  expect(outcome).toMatchObject({ result: 'failed', status: null });
  expect(outcome.response).toContain(explanation);
});

test('aborts an attempt when the server stops', async () => {
  await using smtp = await startSmtp({ silent: 'data' });
  const stop = new AbortController();
  const sending = createMailer(mailConfig(smtp.url())).send(MESSAGE, null, stop.signal);
  await expect.poll(() => smtp.counts.messages).toBe(1);
  stop.abort();
  expect(await sending).toMatchObject({
    result: 'failed',
    response: 'O servidor parou durante o envio.',
  });
});

test('sends consecutive messages over one connection', async () => {
  await using smtp = await startSmtp();
  const mailer = createMailer(mailConfig(smtp.url()));
  for (let count = 0; count < 5; count += 1) await mailer.send(MESSAGE, null, NEVER_ABORTED);
  expect(smtp.counts).toEqual({ connections: 1, messages: 5 });
});

test('verifies a login without sending, and explains a failure', async () => {
  await using smtp = await startSmtp({ login: LOGIN });
  expect(await verifyMail(mailConfig(smtp.url()).smtp)).toBeNull();
  const wrong = mailConfig(smtp.url().replace('se%23nha', 'segredo')).smtp;
  expect(await verifyMail(wrong)).toContain('não aceitou o usuário e a senha: 535');
  expect(smtp.counts.messages).toBe(0);
});

test('stops verifying a server that does not answer', async () => {
  await using smtp = await startSmtp({ silent: 'connect' });
  expect(await verifyMail(mailConfig(smtp.url()).smtp, 300)).toMatch(/não respondeu a tempo\.$/);
  // This machine under a name that is not known to be its own.
  const { smtp: remote } = mailConfig(smtp.url('0.0.0.0'));
  expect(await verifyMail(remote, 300)).toMatch(
    /não respondeu a tempo: o provedor da máquina pode bloquear a porta \d+\. Tente a 587 ou a 2525, ou peça a ele que a libere\.$/,
  );
});
