import { createTransport, type SendMailOptions } from 'nodemailer';
import type { MailConfig, SmtpConfig } from '../../config/mail.ts';
import type { Outcome } from '../destination.ts';
import { isRefusedForItsWords, judge } from './judge.ts';

/** A message as it is handed in; its sender is configured. */
export interface Message {
  /** What it is recognised by when it comes again: a UUID or a digest. */
  readonly id: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Address of the only recipient; left out: those of NOTIFY_TO. */
  readonly to?: string;
  /** Whom an answer goes to; null: whoever sends. */
  readonly replyTo: string | null;
  /** Sender's name where configuration has none. */
  readonly sender: string;
}

export interface Mailer {
  /**
   * Hands a message in; ends within 15 s or with the signal, and never rejects.
   * @param spare what is handed in instead where the words of the first are refused for good
   */
  send(message: Message, spare: Message | null, signal: AbortSignal): Promise<Outcome>;
}

/** Limits in ms, each step's own, and that of all together: a try has 15 s. */
const STEP = 5_000;
const WHOLE = 14_000;
/** How long a connection waits for the next message: bursts share it, and a stop waits for nobody. */
const IDLE = 1_000;

const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+|::1)$/i;

/**
 * How a mail server is spoken to. A password travels encrypted only, and to whom the certificate says;
 * but for this very machine, where nobody listens in and mail servers have certificates of their own making.
 */
export function smtpOptions({ host, port, isSecure, login }: SmtpConfig) {
  const isHere = LOOPBACK.test(host);
  return {
    host,
    port,
    secure: isSecure,
    requireTLS: !isSecure && login !== null && !isHere,
    tls: { rejectUnauthorized: !isHere, minVersion: 'TLSv1.2' as const },
    ...(login ? { auth: { user: login.user, pass: login.password } } : {}),
    dnsTimeout: STEP,
    connectionTimeout: STEP,
    greetingTimeout: STEP,
    socketTimeout: WHOLE,
    socketCloseTimeout: IDLE,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** Hands messages in over as few connections as it takes, opened when there is something to send. */
export function createMailer({ smtp, from, to }: MailConfig, limit = WHOLE): Mailer {
  const transport = createTransport({
    ...smtpOptions(smtp),
    pool: true as const,
    maxConnections: 2,
    idleTimeout: IDLE,
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
    async send(message, spare, stop) {
      const signal = AbortSignal.any([stop, AbortSignal.timeout(limit)]);
      const fail = (error: unknown) => judge(error, { smtp, isStopping: stop.aborted });
      try {
        return await hand(message, signal);
      } catch (error) {
        const outcome = fail(error);
        if (!spare || !isRefusedForItsWords(error)) return outcome;
        const refusal = `Sem os textos, que foram recusados. ${outcome.answer}`;
        const told = await hand(spare, signal).catch(fail);
        return told.result === 'delivered' ? { ...told, answer: refusal } : outcome;
      }
    },
  };
}

const statusOf = (response: string): number | null => Number(response.slice(0, 3)) || null;
