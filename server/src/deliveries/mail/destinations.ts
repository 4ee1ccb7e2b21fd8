import { createHash } from 'node:crypto';
import type { WebhookEvent } from '@funil/contract/webhook-events';
import { PAYLOADS } from '@funil/contract/webhook-payloads';
import type { MailConfig } from '../../config/mail.ts';
import type { Delivery, Destination, Outcome } from '../destination.ts';
import { writeLeads } from './leads-letter.ts';
import type { Desk, Letter } from './letter.ts';
import { createMailer, type Mailer } from './mailer.ts';
import { renderHtml } from './render-html.ts';
import { renderText } from './render-text.ts';
import { writeLetter } from './write-letter.ts';

export interface MailParts {
  /** Null: nobody is told by e-mail. */
  readonly mail: MailConfig | null;
  /** Origin of the console; null: it has no address that a mailbox reaches. */
  readonly consoleUrl: string | null;
  /** The product of the page as it is now; null: there is no page here. */
  readonly readProduct: () => string | null;
  /** In ms since 1970. */
  readonly now: () => number;
}

type Deliveries = readonly [Delivery, ...Delivery[]];

/** Leads come one by one until they come in masses: a digest a minute. */
const MINUTE = 60_000;
/** Most leads that one digest speaks of. */
const MOST_LEADS = 1_000;

const UNREADABLE: Outcome = {
  result: 'refused',
  status: null,
  answer: 'O que foi guardado deste aviso não pode ser lido.',
};

/** Where e-mail goes: everything but leads message by message, and leads in digests. */
export function mailDestinations(parts: MailParts): Destination[] {
  const { mail } = parts;
  if (mail === null) return [];
  const post = createPost(parts, createMailer(mail));
  const isWanted = (type: WebhookEvent) => mail.events.includes(type);
  const each: Destination = {
    name: 'mail',
    wants: (type) => type !== 'lead.created' && isWanted(type),
    concurrency: 2,
    batch: 1,
    rest: 0,
    send: (deliveries, signal) =>
      post(deliveries, (desk) => writeLetter(deliveries[0].announcement, desk), signal),
  };
  const leads: Destination = {
    name: 'mail:leads',
    wants: (type) => type === 'lead.created' && isWanted(type),
    concurrency: 1,
    batch: MOST_LEADS,
    rest: MINUTE,
    send: (deliveries, signal) => post(deliveries, (desk) => digest(deliveries, desk), signal),
  };
  return [each, leads].filter(({ wants }) => mail.events.some(wants));
}

function digest(deliveries: Deliveries, desk: Desk): Letter | null {
  const [first, ...others] = deliveries.flatMap(({ announcement }) => {
    const lead = PAYLOADS['lead.created'].safeParse(announcement.data);
    return lead.success ? [lead.data] : [];
  });
  return first ? writeLeads([first, ...others], desk) : null;
}

type Write = (desk: Desk) => Letter | null;

/** Writes a letter and hands it in, whatever it is of. */
function createPost({ consoleUrl, readProduct, now }: MailParts, mailer: Mailer) {
  return async (deliveries: Deliveries, write: Write, signal: AbortSignal): Promise<Outcome> => {
    const product = readProduct();
    const letter = write({ product, consoleUrl, now: now() });
    if (letter === null) return UNREADABLE;
    const sender = product ?? 'Funil';
    const foot = `Aviso automático da página ${sender}. Recebe quem está em NOTIFY_TO.`;
    const message = {
      id: identify(deliveries),
      subject: letter.subject,
      text: renderText(letter, foot),
      html: renderHtml(letter, sender, foot),
      replyTo: letter.replyTo,
      sender,
    };
    return mailer.send(message, signal);
  };
}

/** Of one delivery its own; of several what they make together: with others added it is another message. */
function identify(deliveries: Deliveries): string {
  const [{ id }] = deliveries;
  if (deliveries.length === 1) return id;
  const ids = deliveries.map((delivery) => delivery.id).toSorted();
  return createHash('sha256').update(ids.join()).digest('hex').slice(0, 32);
}
