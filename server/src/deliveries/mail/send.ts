import { createTransport, type NodemailerError, type SendMailOptions } from 'nodemailer';
import type { MailConfig, SmtpConfig } from '../../config/mail.ts';
import type { Outcome } from '../destination.ts';

/** A message as it is handed in; its sender is configured. */
export interface Message {
  /** What it is recognised by when it comes again: a UUID or a digest. */
  readonly id: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Address of the only recipient; left out: those of NOTIFY_TO. */
  readonly to?: string;
  /** Address for answers; null: the sender's. */
  readonly replyTo: string | null;
  /** Sender's name where configuration has none. */
  readonly sender: string;
}

export interface Mailer {
  /**
   * Hands a message in; ends within 15 s or with the signal, and never rejects.
   * @param fallback sent instead if the words of the first are refused for good
   */
  send(message: Message, fallback: Message | null, signal: AbortSignal): Promise<Outcome>;
}

/** Limits in ms, each step's own, and that of all together: a try has 15 s. */
const STEP_TIMEOUT_MS = 5_000;
const SEND_TIMEOUT_MS = 14_000;
/** How long a connection waits for the next message: bursts share it, and stopping does not wait. */
const IDLE_TIMEOUT_MS = 1_000;

const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+|::1)$/i;

/**
 * How a mail server is spoken to. A password travels encrypted only, and to whom the certificate says;
 * but for this very machine, where nobody listens in and mail servers have certificates of their own making.
 */
function smtpOptions({ host, port, isSecure, login }: SmtpConfig) {
  const isHere = LOOPBACK.test(host);
  return {
    host,
    port,
    secure: isSecure,
    requireTLS: !isSecure && login !== null && !isHere,
    tls: { rejectUnauthorized: !isHere, minVersion: 'TLSv1.2' as const },
    ...(login ? { auth: { user: login.user, pass: login.password } } : {}),
    dnsTimeout: STEP_TIMEOUT_MS,
    connectionTimeout: STEP_TIMEOUT_MS,
    greetingTimeout: STEP_TIMEOUT_MS,
    socketTimeout: SEND_TIMEOUT_MS,
    socketCloseTimeout: IDLE_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** Hands messages in over as few connections as it takes, opened when there is something to send. */
export function createMailer({ smtp, from, to }: MailConfig, limit = SEND_TIMEOUT_MS): Mailer {
  const transport = createTransport({
    ...smtpOptions(smtp),
    pool: true as const,
    maxConnections: 2,
    idleTimeout: IDLE_TIMEOUT_MS,
    // What was cut off may have arrived: the queue tries again, later than at once.
    maxRequeues: 0,
  });
  const [, domain = 'funil'] = from.address.split('@');

  const compose = (message: Message): SendMailOptions => ({
    from: { ...from, name: from.name || message.sender },
    to:
      message.to === undefined
        ? to.map((mailbox) => ({ ...mailbox }))
        : [{ name: '', address: message.to }],
    ...(message.replyTo === null ? {} : { replyTo: { name: '', address: message.replyTo } }),
    subject: message.subject,
    text: message.text,
    html: message.html,
    messageId: `<${message.id}@${domain}>`,
    headers: {
      // RFC 3834: no out-of-office answers to what no person wrote; Exchange asks for its own word.
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      // Amazon SES and Microsoft replace the Message-ID by one of theirs.
      'X-Funil-ID': message.id,
    },
  });

  async function hand(message: Message, signal: AbortSignal): Promise<Outcome> {
    const { response = '', rejected } = await transport.sendMail({ ...compose(message), signal });
    const missed = rejected.length > 0 ? ` Recusados: ${rejected.join(', ')}.` : '';
    return { result: 'delivered', status: statusOf(response), answer: response + missed };
  }

  return {
    async send(message, fallback, stop) {
      const signal = AbortSignal.any([stop, AbortSignal.timeout(limit)]);
      const fail = (error: unknown) => judgeMailFailure(error, { smtp, isStopping: stop.aborted });
      try {
        return await hand(message, signal);
      } catch (error) {
        const outcome = fail(error);
        if (!fallback || !isRefusedForItsWords(error)) return outcome;
        const refusal = `Sem os textos, que foram recusados. ${outcome.answer}`;
        const told = await hand(fallback, signal).catch(fail);
        return told.result === 'delivered' ? { ...told, answer: refusal } : outcome;
      }
    },
  };
}

const statusOf = (response: string): number | null => Number(response.slice(0, 3)) || null;

interface Circumstances {
  readonly smtp: SmtpConfig;
  /** The server is being stopped, and ended the try. */
  readonly isStopping: boolean;
}

/** A message that is too large or cannot be read (RFC 3463: 5.3.4, 5.6.x) is so each time. */
const HOPELESS = /^552(?![ -]5\.2)|^5\d\d[ -]5\.(?:3\.4|6\.)/;

/**
 * What a failed try comes to. Nearly all is tried again, a permanent refusal too: that is said of senders,
 * recipients, logins and daily limits, which somebody mends or midnight does.
 */
export function judgeMailFailure(error: unknown, { smtp, isStopping }: Circumstances): Outcome {
  const { code, responseCode, response = '' } = isMailError(error) ? error : {};
  const status = responseCode ?? null;
  if (code === 'EABORT') return { result: 'failed', status, answer: sayAborted(smtp, isStopping) };
  const isHopeless = code === 'EMESSAGE' && HOPELESS.test(response);
  const answer = explainFailure(error, smtp);
  return { result: isHopeless ? 'refused' : 'failed', status, answer };
}

/** Refused for good once all of it was read: for what it says, it may be. */
const isRefusedForItsWords = (error: unknown): boolean =>
  isMailError(error) && error.code === 'EMESSAGE' && (error.responseCode ?? 0) >= 500;

const sayAborted = ({ host, port }: SmtpConfig, isStopping: boolean) =>
  isStopping
    ? 'O servidor parou durante o envio.'
    : `${host}:${port} não terminou de responder a tempo.`;

/** Most characters kept of what a server says. */
const MAX_EXPLANATION_LENGTH = 600;

const isMailError = (error: unknown): error is NodemailerError => error instanceof Error;

/** Returns why a mail server refused something, for the operator; without the password. */
export function explainFailure(error: unknown, smtp: SmtpConfig): string {
  if (!isMailError(error)) return 'Falha sem causa conhecida.';
  const said = error.response ? `: ${error.response}` : '.';
  return withoutPassword(describe(error, smtp) + said, smtp).slice(0, MAX_EXPLANATION_LENGTH);
}

function describe(error: NodemailerError, { host, port }: SmtpConfig): string {
  const server = `${host}:${port}`;
  switch (error.code) {
    case 'EAUTH':
    case 'ENOAUTH':
      return `${server} não aceitou o usuário e a senha de SMTP_URL`;
    case 'EENVELOPE':
      if (error.command === 'MAIL FROM') return `${server} não aceitou o remetente, NOTIFY_FROM`;
      if (error.command === 'RCPT TO') return `${server} não aceitou quem recebe, NOTIFY_TO`;
      return `${server} não aceitou o envio`;
    case 'EMESSAGE':
      return `${server} não aceitou a mensagem`;
    case 'ETLS':
      return `A conexão segura com ${server} falhou (${error.message})`;
    case 'EDNS':
      return `O nome ${host} não foi encontrado`;
    case 'ETIMEDOUT':
      return `${server} não respondeu a tempo`;
    default:
      break;
  }
  if (/certificate|self-signed|altnames/i.test(error.message)) {
    return `O certificado de ${server} não é de confiança (${error.message})`;
  }
  return `A conexão com ${server} falhou (${error.originalCode ?? error.code ?? 'sem código'})`;
}

/** A server may repeat what it was told, also as it was encoded on its way. */
function withoutPassword(text: string, { login }: SmtpConfig): string {
  if (!login) return text;
  const { user, password } = login;
  const encoded = [password, `\0${user}\0${password}`].map((secret) =>
    Buffer.from(secret).toString('base64'),
  );
  return [password, ...encoded].reduce((rest, secret) => rest.replaceAll(secret, '***'), text);
}

/** Longest wait for a mail server to let us in, in ms. */
const VERIFY_TIMEOUT_MS = 5_000;

/** Signs in at the mail server and sends nothing; what is wrong as a sentence, or null. */
export async function verifyMail(
  smtp: SmtpConfig,
  timeoutMs = VERIFY_TIMEOUT_MS,
): Promise<string | null> {
  const { host, port } = smtp;
  const timeout = Promise.withResolvers<string>();
  const timer = setTimeout(
    () => timeout.resolve(`${host}:${port} não respondeu a tempo.`),
    timeoutMs,
  ).unref();
  const transport = createTransport({ ...smtpOptions(smtp), socketTimeout: timeoutMs });
  const verified = transport.verify().then(
    () => null,
    (error: unknown) => explainFailure(error, smtp),
  );
  const problem = await Promise.race([verified, timeout.promise]);
  clearTimeout(timer);
  return problem;
}
