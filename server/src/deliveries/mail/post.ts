import { createHash } from 'node:crypto';
import type { Delivery, Outcome } from '../destination.ts';
import type { Letter } from './letter.ts';
import type { Mailer, Message } from './mailer.ts';
import { renderHtml } from './render-html.ts';
import { renderText } from './render-text.ts';
import { writeSpare } from './spare-letter.ts';

export type Deliveries = readonly [Delivery, ...Delivery[]];

interface Letters {
  readonly deliveries: Deliveries;
  /** What is written of them; null: nothing can be. */
  readonly letter: Letter | null;
  /** Whose page this is; null: unknown. */
  readonly product: string | null;
}

const UNREADABLE: Outcome = {
  result: 'refused',
  status: null,
  answer: 'O que foi guardado deste aviso não pode ser lido.',
};

/** Renders a letter and hands it in; where its words are refused, the news without them. */
export async function post(
  mailer: Mailer,
  { deliveries, letter, product }: Letters,
  signal: AbortSignal,
): Promise<Outcome> {
  if (letter === null) return UNREADABLE;
  const id = identify(deliveries);
  const message = render(letter, product ?? 'Funil', id);
  const spare = render(writeSpare(letter), product ?? 'Funil', `${id}.2`);
  return mailer.send(message, spare, signal);
}

function render(letter: Letter, sender: string, id: string): Message {
  const foot = `Aviso automático da página ${sender}. Recebe quem está em NOTIFY_TO.`;
  return {
    id,
    subject: letter.subject,
    text: renderText(letter, foot),
    html: renderHtml(letter, sender, foot),
    replyTo: letter.replyTo,
    sender,
  };
}

/** Of one delivery its own; of several what they make together: with others added it is another message. */
function identify(deliveries: Deliveries): string {
  const [{ id }] = deliveries;
  if (deliveries.length === 1) return id;
  const ids = deliveries.map((delivery) => delivery.id).toSorted();
  return createHash('sha256').update(ids.join()).digest('hex').slice(0, 32);
}
