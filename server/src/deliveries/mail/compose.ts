import { createHash } from 'node:crypto';
import { formatQuantity } from '@funil/contract/counts';
import type { WebhookEvent } from '@funil/contract/deliveries/webhook-events';
import { PAYLOAD_SCHEMAS } from '@funil/contract/deliveries/webhook-payloads';
import { type DeliveryBatch, isSuspect, type OutboxEvent } from '../destination.ts';
import {
  EMPTY_EMAIL,
  type Email,
  type EmailAction,
  type EmailPerson,
  type MailContext,
  renderHtml,
  renderText,
} from './layout.ts';
import { consoleAction, joinWithDots } from './phrases.ts';
import type { MailMessage } from './send.ts';
import { writeApplicationEmail, writeDraftEmail } from './templates/application.ts';
import { MAX_PEOPLE_LISTED, writeLeadsEmail } from './templates/lead.ts';
import { writeSaleEmail } from './templates/sale.ts';
import { toOneLine } from './visitor-text.ts';

/**
 * Composes the message about one event, or a digest of several. `fallback` has no visitor's text, for mail servers that
 * take one for spam. Null if no event's data is readable.
 */
export function composeMessages(deliveries: DeliveryBatch, context: MailContext) {
  const email = writeEmail(
    deliveries.map(({ event }) => event),
    context,
  );
  if (email === null) return null;
  const id = messageIdOf(deliveries);
  const senderName = senderOf(context);
  const footer = `Aviso automático da página ${senderName}. Recebe quem está em NOTIFY_TO.`;
  return {
    message: { id, ...renderMessage(email, { senderName, footer }) },
    fallback: { id: `${id}.2`, ...renderMessage(writeFallback(email), { senderName, footer }) },
  };
}

export const senderOf = ({ product }: MailContext): string => product ?? 'Funil';

export const renderMessage = (
  email: Email,
  { senderName, footer }: Pick<MailMessage, 'senderName'> & { readonly footer: string },
) => ({
  senderName,
  subject: email.subject,
  text: renderText(email, footer),
  html: renderHtml(email, senderName, footer),
  replyTo: email.replyTo,
});

/** Returns the same id in a retry of the same deliveries. */
function messageIdOf(deliveries: DeliveryBatch): string {
  const [{ id }] = deliveries;
  if (deliveries.length === 1) return id;
  const ids = deliveries.map((delivery) => delivery.id).toSorted();
  return createHash('sha256').update(ids.join()).digest('hex').slice(0, 32);
}

export function writeEmail(events: readonly OutboxEvent[], context: MailContext): Email | null {
  const [firstEvent] = events;
  if (firstEvent?.type === 'lead.created') {
    const leads = events.flatMap(
      ({ data }) => PAYLOAD_SCHEMAS['lead.created'].safeParse(data).data ?? [],
    );
    const [lead, ...others] = leads;
    return lead ? writeLeadsEmail([lead, ...others], context) : null;
  }
  return firstEvent && events.length === 1
    ? writeEventEmail(firstEvent, context)
    : writeDigest(events, context);
}

function writeEventEmail({ type, data }: OutboxEvent, context: MailContext): Email | null {
  switch (type) {
    case 'application.created': {
      const application = PAYLOAD_SCHEMAS[type].safeParse(data).data;
      return application ? writeApplicationEmail(application, context) : null;
    }
    case 'application.started':
    case 'application.abandoned': {
      const draft = PAYLOAD_SCHEMAS[type].safeParse(data).data;
      return draft ? writeDraftEmail(type, draft, context) : null;
    }
    case 'sale.pending':
    case 'sale.paid':
    case 'sale.refunded':
    case 'sale.chargeback': {
      const sale = PAYLOAD_SCHEMAS[type].safeParse(data).data;
      return sale ? writeSaleEmail(type, sale, context) : null;
    }
    case 'lead.created':
    case 'person.erased':
    case 'operator.alert':
    case 'application.due':
    case 'summary.ready':
      return null;
  }
}

/** The events of a digest with singular and plural, in its order, which begins with money. */
const DIGEST_LABELS: readonly (readonly [WebhookEvent, string, string])[] = [
  ['sale.paid', 'venda paga', 'vendas pagas'],
  ['sale.chargeback', 'compra contestada', 'compras contestadas'],
  ['sale.refunded', 'reembolso', 'reembolsos'],
  ['sale.pending', 'pagamento em aberto', 'pagamentos em aberto'],
  ['application.created', 'aplicação', 'aplicações'],
  ['application.abandoned', 'aplicação abandonada', 'aplicações abandonadas'],
  ['application.started', 'aplicação começada', 'aplicações começadas'],
];

/** Lists suspected robots last. Null if no listed event's data is readable. */
function writeDigest(events: readonly OutboxEvent[], context: MailContext): Email | null {
  const ordered = DIGEST_LABELS.flatMap(([kind]) => events.filter(({ type }) => type === kind));
  const suspects = ordered.filter(isSuspect);
  const listedEmails = [...ordered.filter((event) => !isSuspect(event)), ...suspects]
    .slice(0, MAX_PEOPLE_LISTED)
    .flatMap((event) => {
      const email = writeEventEmail(event, context);
      return email ? [{ event, email }] : [];
    });
  if (listedEmails.length === 0) return null;
  const unlistedCount = events.length - listedEmails.length;
  const title = formatQuantity(events.length, 'aviso', 'avisos');
  const counts = DIGEST_LABELS.flatMap(([kind, one, many]) => {
    const count = events.filter(({ type }) => type === kind).length;
    return count === 0 ? [] : [formatQuantity(count, one, many)];
  });
  return {
    ...EMPTY_EMAIL,
    subject: `${title} de uma vez: ${counts.join(', ')}`,
    preview: joinWithDots(...listedEmails.slice(0, 5).map(({ email }) => email.title)),
    kicker: 'Chegaram juntos',
    title,
    subtitle: joinWithDots(...counts),
    banner: {
      text: 'Vieram muitos avisos em pouco tempo, e por isso chegam juntos.',
      note: 'Um e-mail a cada cinco minutos, até que se acalme. As respostas inteiras estão em Pessoas, no painel.',
      isUrgent: false,
    },
    warning:
      suspects.length > 0
        ? `${formatQuantity(suspects.length, 'parece robô e está', 'parecem robôs e estão')} no fim da lista.`
        : null,
    actions: consoleAction('', context),
    people: listedEmails.map(({ event, email }) => listPerson(event, email)),
    closing:
      unlistedCount > 0
        ? `E mais ${formatQuantity(unlistedCount, 'aviso', 'avisos')}, que não cabem aqui.`
        : '',
  };
}

const WHATSAPP_URL = 'https://wa.me/';

function listPerson(
  event: OutboxEvent,
  { kicker, title, subtitle, banner, actions }: Email,
): EmailPerson {
  const chatLink = actions.find(({ href }) => href.startsWith(WHATSAPP_URL));
  return {
    name: toOneLine(title, 60),
    subtitle: toOneLine(joinWithDots(kicker, subtitle), 90),
    detail: banner?.isUrgent ? toOneLine(banner.text, 80) : '',
    isSuspect: isSuspect(event),
    action: chatLink ? { label: 'WhatsApp', href: chatLink.href } : null,
  };
}

const writeFallback = ({ kicker, banner, actions }: Email): Email => ({
  ...EMPTY_EMAIL,
  subject: `${kicker}: o filtro de e-mail recusou o texto`,
  preview: 'A mensagem inteira foi recusada; o aviso chega sem ela.',
  kicker,
  title: 'Texto recusado pelo filtro de e-mail',
  banner,
  warning:
    'O servidor de e-mail recusou a mensagem inteira, talvez por algo que alguém digitou. Leia no painel, em Pessoas ou Vendas, e não abra endereços que não conhece.',
  actions: actions.flatMap(withoutVisitorText),
});

/** Removes the greeting from a chat link, because it has a name, and drops links to addresses. */
function withoutVisitorText({ label, href }: EmailAction): EmailAction[] {
  if (href.startsWith('mailto:')) return [];
  return [{ label, href: href.startsWith(WHATSAPP_URL) ? href.replace(/\?.*$/, '') : href }];
}
