import { createHash } from 'node:crypto';
import type { WebhookEvent } from '@funil/contract/webhook-events';
import { PAYLOADS, type WebhookPayload } from '@funil/contract/webhook-payloads';
import type { OperatorAlert } from '../../operators/alerts.ts';
import type { Delivery, OutboxEvent } from '../destination.ts';
import {
  type Action,
  EMPTY_EMAIL,
  type Email,
  type MailContext,
  type Person,
  renderHtml,
  renderText,
} from './layout.ts';
import { joined, MAX_PEOPLE, say } from './phrases.ts';
import type { Message } from './send.ts';
import { writeApplicationEmail, writeDraftEmail } from './templates/application.ts';
import { writeLeadsEmail } from './templates/lead.ts';
import { writeNoticeEmail } from './templates/notice.ts';
import { writeSaleEmail } from './templates/sale.ts';
import { oneLine } from './visitor-text.ts';

export type Deliveries = readonly [Delivery, ...Delivery[]];

/** The sender's name if the page names no product. */
const DEFAULT_SENDER = 'Funil';

/** A message, and its fallback without a visitor's words for mail servers that refuse those. */
export interface ComposedMessages {
  readonly message: Message;
  readonly fallback: Message;
}

/** Returns the messages about one event, or about many that came at once; null if their data is unreadable. */
export function composeEach(deliveries: Deliveries, context: MailContext): ComposedMessages | null {
  const [first] = deliveries;
  const email =
    deliveries.length === 1
      ? writeEmail(first.event, context)
      : writeFloodDigest(
          deliveries.map(({ event }) => event),
          context,
        );
  return email && composeMessages(deliveries, email, context);
}

/** Returns the messages about the leads of one digest; null if their data is unreadable. */
export function composeDigest(
  deliveries: Deliveries,
  context: MailContext,
): ComposedMessages | null {
  const [first, ...others] = deliveries.flatMap(({ event }) => {
    const lead = PAYLOADS['lead.created'].safeParse(event.data);
    return lead.success ? [lead.data] : [];
  });
  if (!first) return null;
  return composeMessages(deliveries, writeLeadsEmail([first, ...others], context), context);
}

function composeMessages(
  deliveries: Deliveries,
  email: Email,
  { product }: MailContext,
): ComposedMessages {
  const id = identify(deliveries);
  const sender = product ?? DEFAULT_SENDER;
  const foot = `Aviso automático da página ${sender}. Recebe quem está em NOTIFY_TO.`;
  return {
    message: renderMessage(email, { id, sender, foot }),
    fallback: renderMessage(writeFallback(email), { id: `${id}.2`, sender, foot }),
  };
}

function renderMessage(
  email: Email,
  { id, sender, foot }: { readonly id: string; readonly sender: string; readonly foot: string },
): Message {
  return {
    id,
    subject: email.subject,
    text: renderText(email, foot),
    html: renderHtml(email, sender, foot),
    replyTo: email.replyTo,
    sender,
  };
}

/** Returns the message about a change to an operator's own account. */
export function composeNotice(notice: OperatorAlert, context: MailContext): Message {
  const sender = context.product ?? DEFAULT_SENDER;
  const foot = `Aviso automático do console da página ${sender}, para quem entra nele.`;
  const email = writeNoticeEmail(notice, context);
  return { ...renderMessage(email, { id: notice.id, sender, foot }), to: notice.email };
}

/** Returns the delivery's id, or one made of several ids: a different set of deliveries is another message. */
function identify(deliveries: Deliveries): string {
  const [{ id }] = deliveries;
  if (deliveries.length === 1) return id;
  const ids = deliveries.map((delivery) => delivery.id).toSorted();
  return createHash('sha256').update(ids.join()).digest('hex').slice(0, 32);
}

/** Returns the e-mail about an event; null if its data does not fit its type. */
export function writeEmail({ type, data }: OutboxEvent, context: MailContext): Email | null {
  const read = <Type extends WebhookEvent>(
    of: Type,
    write: (data: WebhookPayload<Type>) => Email,
  ) => {
    const payload: { success: boolean; data?: unknown } = PAYLOADS[of].safeParse(data);
    return payload.success ? write(payload.data as WebhookPayload<Type>) : null;
  };
  switch (type) {
    case 'lead.created':
      return read(type, (lead) => writeLeadsEmail([lead], context));
    case 'application.created':
      return read(type, (application) => writeApplicationEmail(application, context));
    case 'application.started':
    case 'application.abandoned':
      return read(type, (draft) => writeDraftEmail(type, draft, context));
    case 'sale.pending':
    case 'sale.paid':
    case 'sale.refunded':
    case 'sale.chargeback':
      return read(type, (sale) => writeSaleEmail(type, sale, context));
    case 'person.erased':
      return null;
  }
}

/** Event types in the order of a digest, with their singular and plural: money first. */
const KINDS: readonly (readonly [WebhookEvent, string, string])[] = [
  ['sale.paid', 'venda paga', 'vendas pagas'],
  ['sale.chargeback', 'compra contestada', 'compras contestadas'],
  ['sale.refunded', 'reembolso', 'reembolsos'],
  ['sale.pending', 'pagamento em aberto', 'pagamentos em aberto'],
  ['application.created', 'aplicação', 'aplicações'],
  ['application.abandoned', 'aplicação abandonada', 'aplicações abandonadas'],
  ['application.started', 'aplicação começada', 'aplicações começadas'],
];

/**
 * Returns one e-mail about many events, suspects last; null if the data of all shown events is unreadable.
 * Only shown events are written.
 */
function writeFloodDigest(events: readonly OutboxEvent[], context: MailContext): Email | null {
  const inOrder = KINDS.flatMap(([kind]) => events.filter(({ type }) => type === kind));
  const trusted = inOrder.filter(({ data }) => !isSuspect(data));
  const suspects = inOrder.filter(({ data }) => isSuspect(data));
  const shown = [...trusted, ...suspects]
    .slice(0, MAX_PEOPLE)
    .flatMap((event) => writeEmail(event, context) ?? []);
  if (shown.length === 0) return null;
  const rest = events.length - shown.length;
  const title = say(events.length, 'aviso', 'avisos');
  const counts = KINDS.flatMap(([kind, one, many]) => {
    const count = events.filter(({ type }) => type === kind).length;
    return count === 0 ? [] : [say(count, one, many)];
  });
  return {
    ...EMPTY_EMAIL,
    subject: `${title} de uma vez: ${counts.join(', ')}`,
    preview: joined(...shown.slice(0, 5).map((email) => email.title)),
    kicker: 'Chegaram juntos',
    title,
    subtitle: joined(...counts),
    strip: {
      text: 'Vieram muitos avisos em pouco tempo, e por isso chegam juntos.',
      note: 'Um e-mail a cada cinco minutos, até que se acalme. Respostas inteiras: npm run applications.',
      isUrgent: false,
    },
    warning:
      suspects.length > 0
        ? `${say(suspects.length, 'parece robô e está', 'parecem robôs e estão')} no fim da lista.`
        : null,
    actions:
      context.consoleUrl === null ? [] : [{ label: 'Abrir no painel', href: context.consoleUrl }],
    people: shown.map(listPerson),
    closing: rest > 0 ? `E mais ${say(rest, 'aviso', 'avisos')}, que não cabem aqui.` : '',
  };
}

const isSuspect = (data: unknown): boolean =>
  typeof data === 'object' && data !== null && 'suspect' in data && Boolean(data.suspect);

function listPerson({ kicker, title, subtitle, strip, warning, actions }: Email): Person {
  const chat = actions.find(({ href }) => href.startsWith('https://wa.me/'));
  return {
    name: oneLine(title, 60),
    phone: oneLine(joined(kicker, subtitle), 90),
    detail: strip?.isUrgent ? oneLine(strip.text, 80) : '',
    isSuspect: warning !== null,
    action: chat ? { label: 'WhatsApp', href: chat.href } : null,
  };
}

const CHAT = 'https://wa.me/';

/**
 * Returns the same notification without a visitor's words: a text that looks like spam to the mail server
 * must not cost the seller the notification.
 */
function writeFallback({ kicker, strip, actions }: Email): Email {
  return {
    ...EMPTY_EMAIL,
    subject: `${kicker}: o filtro de e-mail recusou o texto`,
    preview: 'A mensagem inteira foi recusada; o aviso chega sem ela.',
    kicker,
    title: 'Texto recusado pelo filtro de e-mail',
    strip,
    warning:
      'O servidor de e-mail recusou a mensagem inteira, talvez por algo que alguém digitou. Leia com npm run applications, leads ou sales, e não abra endereços que não conhece.',
    actions: actions.flatMap(withoutWords),
  };
}

/** Returns a chat link without its greeting, which holds a name; no link for e-mail addresses. */
function withoutWords({ label, href }: Action): Action[] {
  if (href.startsWith('mailto:')) return [];
  return [{ label, href: href.startsWith(CHAT) ? href.replace(/\?.*$/, '') : href }];
}
