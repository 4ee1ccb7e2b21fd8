import { setTimeout as pause } from 'node:timers/promises';
import { domainToASCII } from 'node:url';
import { createTransport, type NodemailerError, type SendMailOptions } from 'nodemailer';
import type { MailConfig, SmtpConfig } from '../../config/mail.ts';
import type { AttemptOutcome } from '../destination.ts';

export interface MailMessage {
  /** A UUID or a hash. A retry has the same id. */
  readonly id: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Default: the addresses of NOTIFY_TO. */
  readonly to?: string;
  /** Null: replies go to the sender. */
  readonly replyTo: string | null;
  /** The sender's name if NOTIFY_FROM has none. */
  readonly senderName: string;
}

const DNS_TIMEOUT_MS = 5_000;
/** From the DNS lookup to the greeting, which Exim and Postfix may delay, because senders of spam do not wait. */
const SETUP_TIMEOUT_MS = 10_000;
/** The limit of all steps together. The dispatcher allows an attempt 15 s. */
const SMTP_SEND_TIMEOUT_MS = 14_000;
/** How long an idle connection waits for the next message, and how long closing may take. */
const IDLE_TIMEOUT_MS = 1_000;

/** In an address, only the domain can be written in ASCII. Many servers refuse headers that are not ASCII. */
const ASCII_MAILBOX = /^[!-~]+@/;

const LOOPBACK_HOST = /^(?:localhost|127\.\d+\.\d+\.\d+|::1)$/i;

/** Passwords need verified TLS, except on this machine, where certificates are usually self-signed. */
function smtpOptions({ host, port, isSecure, login }: SmtpConfig) {
  const isLocal = LOOPBACK_HOST.test(host);
  return {
    host,
    port,
    secure: isSecure,
    requireTLS: !isSecure && login !== null && !isLocal,
    tls: { rejectUnauthorized: !isLocal, minVersion: 'TLSv1.2' as const },
    auth: login ? { user: login.user, pass: login.password } : undefined,
    dnsTimeout: DNS_TIMEOUT_MS,
    connectionTimeout: SETUP_TIMEOUT_MS,
    greetingTimeout: SETUP_TIMEOUT_MS,
    socketTimeout: SMTP_SEND_TIMEOUT_MS,
    socketCloseTimeout: IDLE_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

export function createMailer(config: MailConfig, timeoutMs = SMTP_SEND_TIMEOUT_MS) {
  const { smtp } = config;
  const transport = createTransport({
    ...smtpOptions(smtp),
    pool: true as const,
    maxConnections: 2,
    idleTimeout: IDLE_TIMEOUT_MS,
    // The message may have arrived when a connection breaks, so the queue retries it later instead of nodemailer.
    maxRequeues: 0,
  });
  async function deliver(message: MailMessage, signal: AbortSignal): Promise<AttemptOutcome> {
    const { response = '', rejected } = await transport.sendMail({
      ...toSendOptions(message, config),
      signal,
    });
    const rejection = rejected.length > 0 ? ` Recusados: ${rejected.join(', ')}.` : '';
    return { result: 'delivered', status: smtpStatusOf(response), response: response + rejection };
  }

  return {
    /**
     * Sends a message within 15 s, and never rejects.
     * @param fallback sent instead if the server permanently refuses the contents
     */
    async send(
      message: MailMessage,
      fallback: MailMessage | null,
      stop: AbortSignal,
    ): Promise<AttemptOutcome> {
      const signal = AbortSignal.any([stop, AbortSignal.timeout(timeoutMs)]);
      const attempt = { smtp, stop, recipient: message.to };
      const judgeFailure = (error: unknown) => judgeMailFailure(error, attempt);
      try {
        return await deliver(message, signal);
      } catch (error) {
        const outcome = judgeFailure(error);
        if (!fallback || !areContentsRefused(error)) return outcome;
        const fallbackOutcome = await deliver(fallback, signal).catch(judgeFailure);
        if (fallbackOutcome.result !== 'delivered') return outcome;
        const response = `Sem os textos, que foram recusados. ${outcome.response} ${fallbackOutcome.response}`;
        return { ...fallbackOutcome, response };
      }
    },
  };
}

function toSendOptions(message: MailMessage, { from, to }: MailConfig): SendMailOptions {
  const [, domain = 'funil'] = from.address.split('@').map(domainToASCII);
  const isReplyable = message.replyTo !== null && ASCII_MAILBOX.test(message.replyTo);
  return {
    from: { ...from, name: from.name || message.senderName },
    to: message.to === undefined ? [...to] : [{ name: '', address: message.to }],
    replyTo: isReplyable ? { name: '', address: message.replyTo } : undefined,
    subject: message.subject,
    text: message.text,
    html: message.html,
    messageId: `<${message.id}@${domain}>`,
    headers: {
      // Prevents out-of-office replies: RFC 3834, and Exchange's own header.
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      // Amazon SES and Microsoft replace the Message-ID.
      'X-Funil-ID': message.id,
    },
  };
}

const smtpStatusOf = (response: string): number | null => Number(response.slice(0, 3)) || null;

/** Replies to a message too large or malformed (RFC 3463: 5.2.3, 5.3.4, 5.6.x). */
const UNSENDABLE_MESSAGE = /^552(?![ -]5\.2)|^5\d\d[ -]5\.(?:2\.3|3\.4|6\.)/;

interface MailAttempt {
  readonly smtp: SmtpConfig;
  /** The message's own recipient; undefined: those of NOTIFY_TO. */
  readonly recipient?: string | undefined;
}

/** Refuses only an unsendable message. All else is retried, because operators correct settings and daily limits end. */
function judgeMailFailure(
  error: unknown,
  { smtp, stop, recipient }: MailAttempt & { readonly stop: AbortSignal },
): AttemptOutcome {
  const { code, responseCode, response = '' } = isMailError(error) ? error : {};
  const status = responseCode ?? null;
  if (code === 'EABORT') {
    const reason = stop.aborted
      ? 'O servidor parou durante o envio.'
      : `${smtp.host}:${smtp.port} não terminou de responder a tempo.`;
    return { result: 'failed', status, response: reason };
  }
  const isUnsendable = code === 'EMESSAGE' && UNSENDABLE_MESSAGE.test(response);
  const reason = explainFailure(error, { smtp, recipient });
  return { result: isUnsendable ? 'refused' : 'failed', status, response: reason };
}

const areContentsRefused = (error: unknown): boolean =>
  isMailError(error) && error.code === 'EMESSAGE' && (error.responseCode ?? 0) >= 500;

const MAX_EXPLANATION_LENGTH = 600;

const isMailError = (error: unknown): error is NodemailerError => error instanceof Error;

function explainFailure(error: unknown, { smtp, recipient }: MailAttempt): string {
  if (!isMailError(error)) return 'Falha sem causa conhecida.';
  const response = error.response ? `: ${error.response}` : '.';
  const explanation = describeMailError(error, { smtp, recipient }) + response;
  return withoutPassword(explanation, smtp).slice(0, MAX_EXPLANATION_LENGTH);
}

/** Causes in a server's response, which may differ from the step that failed. */
const CAUSES_IN_RESPONSES: readonly (readonly [response: RegExp, cause: string])[] = [
  [/application-specific password/i, 'pede uma senha de app no lugar da senha da conta'],
  [
    /p=BadCredentials/,
    'não aceitou o usuário e a senha, que deve ser uma senha de app, e não a da conta',
  ],
  [
    /account is not (?:yet )?activated|activate your \w+ account/i,
    'ainda não liberou a conta: ative-a no painel dele',
  ],
  [
    /5\.7\.139(?!.*credentials)|basic authentication is (?:disabled|not supported)/i,
    'não deixa programas entrarem com senha: permita o SMTP autenticado na conta, ou use outro servidor',
  ],
  [
    /^530.*authentica|unauthenticated senders|smtp auth(?:entication)? (?:is required|in your)|relay(?:ing)? (?:access )?denied|unable to relay/i,
    'não envia sem usuário e senha',
  ],
  [
    /sender address rejected|send as this sender|sendasdenied|relaying disallowed as|sender is not allowed|from['’]? address|sender signature|sending from domain|sender you used/i,
    'não aceitou o remetente',
  ],
  [
    /^(?!.*(?:mailbox|message size|[45]\.2\.2\b)).*(?:(?:limit|quota|credits|rate)[\W\d]+exceeded|too many (?:e-?mails|messages)|(?:exceeded|reached) (?:the|its|your) .*(?:limit|per hour)|throttle|limite .*excedid)/is,
    'não deixa mandar mais por enquanto: o limite da conta acabou',
  ],
  [
    /unauthorized ip|blocked using/i,
    'não aceita o endereço de internet desta máquina: autorize-o no painel dele, ou use outro servidor',
  ],
  [/message size exceeds|\b5\.3\.4\b/i, 'não aceitou a mensagem, que é grande demais'],
  [
    /\b5\.7\.26\b/,
    'não reconhece o domínio do remetente: autentique-o (SPF e DKIM) no servidor por onde sai',
  ],
  [
    /\bis (?:not |un)verified|must be verified|only send testing emails|authorized recipients/i,
    'ainda não confirmou o domínio ou o endereço de quem envia ou recebe',
  ],
];

function describeMailError(error: NodemailerError, { smtp, recipient }: MailAttempt): string {
  const { host, port } = smtp;
  const server = `${host}:${port}`;
  const [, cause] =
    CAUSES_IN_RESPONSES.find(([pattern]) => pattern.test(error.response ?? '')) ?? [];
  if (cause !== undefined) return `${server} ${cause}`;
  switch (error.code) {
    case 'EAUTH':
    case 'ENOAUTH':
      if (error.response?.startsWith('4')) return `${server} não deixou entrar por enquanto`;
      return `${server} não aceitou o usuário e a senha`;
    case 'EENVELOPE':
      if (error.command === 'MAIL FROM') return `${server} não aceitou o remetente`;
      if (error.command === 'RCPT TO') {
        return `${server} não aceitou quem recebe${recipient ? `, ${recipient}` : ''}`;
      }
      return `${server} não aceitou o envio`;
    case 'EMESSAGE':
      return `${server} não aceitou a mensagem`;
    case 'ETLS':
      return `A conexão segura com ${server} falhou (${error.message})`;
    case 'EDNS':
      return `O nome ${host} não foi encontrado`;
    case 'ETIMEDOUT':
      return describeTimeout(smtp);
    case 'EPROTOCOL':
    case 'ECONNECTION':
      if (error.originalCode === undefined) return `${server} ${describeEndedSession(error)}`;
      break;
    default:
      break;
  }
  if (/altnames/i.test(error.message)) {
    return `O certificado de ${server} é de outro nome: ponha como servidor um dos que ele tem (${error.message})`;
  }
  if (/certificate|self-signed/i.test(error.message)) {
    return `O certificado de ${server} não é de confiança (${error.message})`;
  }
  if (error.originalCode === 'ERR_SSL_WRONG_VERSION_NUMBER' && smtp.isSecure) {
    return `${server} não começa com TLS na porta ${port}: use a 587, com STARTTLS`;
  }
  const code = error.originalCode ?? error.code ?? 'sem código';
  const hint = code === 'ECONNREFUSED' ? suggestOtherPort(smtp) : '';
  return `A conexão com ${server} falhou (${code})${hint}`;
}

function describeEndedSession({ code, response = '' }: NodemailerError): string {
  if (code === 'ECONNECTION' && /^(?:421|$)/.test(response)) return 'fechou a conexão antes do fim';
  return /^[45]\d\d/.test(response) ? 'não aceitou a conexão' : 'não é um servidor de envio (SMTP)';
}

function describeTimeout(smtp: SmtpConfig): string {
  const timeout = `${smtp.host}:${smtp.port} não respondeu a tempo`;
  return smtp.port === 465 && !smtp.isSecure
    ? `${timeout}: a porta 465 pede conexão segura desde o início`
    : timeout + suggestOtherPort(smtp);
}

const suggestOtherPort = ({ host, port }: SmtpConfig): string =>
  LOOPBACK_HOST.test(host)
    ? ''
    : `: o provedor da máquina pode bloquear a porta ${port}. Tente a 587 ou a 2525, ou peça a ele que a libere`;

/** Removes the password, which a server may repeat as text or in Base64. */
function withoutPassword(text: string, { login }: SmtpConfig): string {
  if (!login) return text;
  const { user, password } = login;
  const encoded = [password, `\0${user}\0${password}`].map((secret) =>
    Buffer.from(secret).toString('base64'),
  );
  return [password, ...encoded].reduce((hidden, secret) => hidden.replaceAll(secret, '***'), text);
}

/** Signs in without sending. Returns a sentence about the failure, or null. */
export function verifyMail(
  smtp: SmtpConfig,
  timeoutMs = SMTP_SEND_TIMEOUT_MS,
): Promise<string | null> {
  const transport = createTransport({ ...smtpOptions(smtp), socketTimeout: timeoutMs });
  const verified = transport.verify().then(
    () => null,
    (error: unknown) => explainFailure(error, { smtp }),
  );
  return Promise.race([verified, pause(timeoutMs, `${describeTimeout(smtp)}.`, { ref: false })]);
}
