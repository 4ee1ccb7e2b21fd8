import type { WebhookEvent } from '@funil/contract/webhook-events';
import type { Announcement } from '../destination.ts';
import { type Desk, type Letter, type Person, PLAIN } from './letter.ts';
import { oneLine } from './typed-text.ts';
import { joined, MOST_PEOPLE, say } from './words.ts';
import { writeLetter } from './write-letter.ts';

/** In the order in which they are told: money first. */
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
 * What came in masses as one letter; what looks like robots stands last. Only those that are shown are
 * written. Null: none of them can be.
 */
export function writeMany(told: readonly Announcement[], desk: Desk): Letter | null {
  const inOrder = KINDS.flatMap(([kind]) => told.filter(({ type }) => type === kind));
  const trusted = inOrder.filter(({ data }) => !isSuspect(data));
  const suspects = inOrder.filter(({ data }) => isSuspect(data));
  const shown = [...trusted, ...suspects]
    .slice(0, MOST_PEOPLE)
    .flatMap((announcement) => writeLetter(announcement, desk) ?? []);
  if (shown.length === 0) return null;
  const rest = told.length - shown.length;
  const title = say(told.length, 'aviso', 'avisos');
  const counts = KINDS.flatMap(([kind, one, many]) => {
    const count = told.filter(({ type }) => type === kind).length;
    return count === 0 ? [] : [say(count, one, many)];
  });
  return {
    ...PLAIN,
    subject: `${title} de uma vez: ${counts.join(', ')}`,
    preview: joined(...shown.slice(0, 5).map((letter) => letter.title)),
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
    actions: desk.consoleUrl === null ? [] : [{ label: 'Abrir no painel', href: desk.consoleUrl }],
    people: shown.map(listPerson),
    closing: rest > 0 ? `E mais ${say(rest, 'aviso', 'avisos')}, que não cabem aqui.` : '',
  };
}

const isSuspect = (data: unknown): boolean =>
  typeof data === 'object' && data !== null && 'suspect' in data && Boolean(data.suspect);

function listPerson({ kicker, title, subtitle, strip, warning, actions }: Letter): Person {
  const chat = actions.find(({ href }) => href.startsWith('https://wa.me/'));
  return {
    name: oneLine(title, 60),
    phone: oneLine(joined(kicker, subtitle), 90),
    detail: strip?.isUrgent ? oneLine(strip.text, 80) : '',
    isSuspect: warning !== null,
    action: chat ? { label: 'WhatsApp', href: chat.href } : null,
  };
}
