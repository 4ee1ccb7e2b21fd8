import { withoutFormatCharacters } from '@funil/contract/characters';
import {
  DEFAULT_MAIL_EVENTS,
  MAIL_EVENTS,
  type WebhookEvent,
} from '@funil/contract/deliveries/webhook-events';
import addressparser from 'nodemailer/lib/addressparser';
import { z } from 'zod';
import { refuseValue, splitList, textOr } from './variables.ts';

interface Mailbox {
  readonly name: string;
  readonly address: string;
}

export interface SmtpConfig {
  readonly host: string;
  readonly port: number;
  /** Whether TLS begins with the first byte, instead of by STARTTLS. */
  readonly isSecure: boolean;
  /** Null: a relay without login. */
  readonly login: { readonly user: string; readonly password: string } | null;
}

export interface MailConfig {
  readonly smtp: SmtpConfig;
  readonly from: Mailbox;
  readonly to: readonly Mailbox[];
  readonly events: readonly WebhookEvent[];
}

/** Whether e-mails may tell of the event. An erasure has no e-mail, because no data of the person is left. */
const isMailEvent = (name: string): name is WebhookEvent =>
  MAIL_EVENTS.some((event) => event === name);

/** Sources: RFC 8314 (TLS) and RFC 6409. */
const SMTP_PORTS: Readonly<Record<string, number>> = { 'smtps:': 465, 'smtp:': 587 };
/** Allows letters with accents only in the domain, because many servers refuse a mailbox that is not ASCII. */
const MAIL_ADDRESS =
  /^(?:(?![@<>(),:;"\\[\]])[!-~]){1,64}@[^\s@<>(),:;"'\\[\].]+(?:\.[^\s@<>(),:;"'\\[\].]+)+$/;

const smtpUrl = textOr(null).transform((value, context): SmtpConfig | null => {
  const smtp = value === null ? null : readSmtpUrl(value);
  if (smtp !== undefined) return smtp;
  // The message must not repeat the value, which contains a password.
  context.addIssue(
    '%s must be an address such as smtps://user:password@host:465 or smtp://user:password@host:587; in user and password, signs like # / ? % are written as %23 %2F %3F %25.',
  );
  return z.NEVER;
});

/** Google shows an app password in groups, and a copy of it may have no-break spaces, with which Google refuses it. */
const GOOGLE_HOST = /(?:^|\.)(?:gmail|googlemail|google)\.com\.?$/i;

function readSmtpUrl(value: string): SmtpConfig | undefined {
  const url = URL.canParse(value) ? new URL(value) : null;
  const port = SMTP_PORTS[url?.protocol ?? ''];
  if (!url || !port || !value.includes('://') || url.hostname === '') return undefined;
  const user = decodeLoginPart(url.username);
  const typedPassword = decodeLoginPart(url.password);
  const hasPath = !['', '/'].includes(url.pathname) || url.search !== '' || url.hash !== '';
  if (hasPath || user === null || typedPassword === null) return undefined;
  const isGoogle = GOOGLE_HOST.test(url.hostname);
  const password = isGoogle
    ? withoutFormatCharacters(typedPassword).replace(/\s/g, '')
    : typedPassword;
  if ((user === '') !== (password === '')) return undefined;
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || port,
    isSecure: url.protocol === 'smtps:',
    login: user === '' ? null : { user, password },
  };
}

function decodeLoginPart(encoded: string): string | null {
  try {
    const decoded = decodeURIComponent(encoded);
    return /\p{Cc}/u.test(decoded) ? null : decoded;
  } catch {
    // A percent sign lacks two hexadecimal digits.
    return null;
  }
}

/** Puts commas between addresses that spaces or `e` separate, because the parser would take the second for a name. */
const separateAddresses = (text: string): string =>
  /[<>"]/.test(text) ? text : text.replace(/(@\S*[^\s,;])\s+(?:e\s+)?(?=[^\s@]+@)/g, '$1, ');

/** A name with another address hides a recipient that no separator precedes. A handle such as `@ana` hides none. */
const isMailbox = ({ name, address }: Mailbox): boolean =>
  MAIL_ADDRESS.test(address) &&
  !/[^\s@]@[^\s@]+\.[^\s@]/.test(name.toLowerCase().replace(address.toLowerCase(), ''));

const mailboxes = textOr(null).transform((value, context): readonly Mailbox[] => {
  const parsed = addressparser(separateAddresses(withoutFormatCharacters(value ?? '')), {
    flatten: true,
  });
  const malformedMailbox = parsed.find((mailbox) => !isMailbox(mailbox));
  if (!malformedMailbox) return parsed.map(({ name, address }) => ({ name, address }));
  const { name, address } = malformedMailbox;
  return refuseValue(
    context,
    'addresses such as ana@example.com or Ana <ana@example.com>, separated by commas, without accents before the @',
    name.includes('@') ? name : address || name,
  );
});

const notifyFrom = mailboxes.transform((senders, context): Mailbox | null => {
  if (senders.length <= 1) return senders[0] ?? null;
  return refuseValue(context, 'one address', senders.map(({ address }) => address).join(', '));
});

const notifyOn = textOr(DEFAULT_MAIL_EVENTS.join()).transform(
  (value, context): readonly WebhookEvent[] => {
    const names = splitList(value);
    const unknownName = names.find((name) => !isMailEvent(name));
    if (unknownName === undefined) return [...new Set(names.filter(isMailEvent))];
    return refuseValue(context, `names out of ${MAIL_EVENTS.join(', ')}`, unknownName);
  },
);

export const MAIL_VARIABLES = {
  SMTP_URL: smtpUrl,
  NOTIFY_FROM: notifyFrom,
  NOTIFY_TO: mailboxes,
  NOTIFY_ON: notifyOn,
};

type MailValues = z.infer<z.ZodObject<typeof MAIL_VARIABLES>>;

export function refuseIncompleteMail(values: MailValues, context: z.RefinementCtx) {
  const missingVariables = [
    ...(values.NOTIFY_FROM ? [] : ['NOTIFY_FROM']),
    ...(values.NOTIFY_TO.length > 0 ? [] : ['NOTIFY_TO']),
  ];
  if (values.SMTP_URL === null || missingVariables.length === 0) return;
  const message = `SMTP_URL needs ${missingVariables.join(' and ')} beside it: who messages are from and to.`;
  context.addIssue({ code: 'custom', path: ['SMTP_URL'], message });
}

export function readMail(values: MailValues): MailConfig | null {
  const { SMTP_URL: smtp, NOTIFY_FROM: from, NOTIFY_TO: to, NOTIFY_ON: events } = values;
  return smtp && from ? { smtp, from, to, events } : null;
}
