import type { WebhookEvent } from '@funil/contract/webhook-events';
import { type Desk, type Letter, type Person, PLAIN } from './letter.ts';
import { oneLine } from './typed-text.ts';
import { joined, say } from './words.ts';

/** A letter of its own that is told with others. */
export interface Told {
  readonly type: WebhookEvent;
  readonly letter: Letter;
}

/** Most people of a digest; the others are counted. Gmail hides what is beyond 102 kB of a message. */
export const MOST_PEOPLE = 60;

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

/** What came in masses as one letter; what looks like robots stands last. */
export function writeMany(told: readonly Told[], { consoleUrl }: Desk): Letter {
  const inOrder = KINDS.flatMap(([kind]) => told.filter(({ type }) => type === kind));
  const trusted = inOrder.filter(({ letter }) => letter.warning === null);
  const suspects = inOrder.filter(({ letter }) => letter.warning !== null);
  const shown = [...trusted, ...suspects].slice(0, MOST_PEOPLE);
  const rest = told.length - shown.length;
  const title = say(told.length, 'aviso', 'avisos');
  const counts = KINDS.flatMap(([kind, one, many]) => {
    const count = told.filter(({ type }) => type === kind).length;
    return count === 0 ? [] : [say(count, one, many)];
  });
  return {
    ...PLAIN,
    subject: `${title} de uma vez: ${counts.join(', ')}`,
    preview: joined(...shown.slice(0, 5).map(({ letter }) => letter.title)),
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
    actions: consoleUrl === null ? [] : [{ label: 'Abrir no painel', href: consoleUrl }],
    people: shown.map(({ letter }) => listPerson(letter)),
    closing: rest > 0 ? `E mais ${say(rest, 'aviso', 'avisos')}, que não cabem aqui.` : '',
  };
}

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
