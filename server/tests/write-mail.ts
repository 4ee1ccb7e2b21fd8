import type { WebhookEvent } from '@funil/contract/webhook-events';
import type { Desk } from '../src/deliveries/mail/letter.ts';
import { renderHtml } from '../src/deliveries/mail/render-html.ts';
import { renderText } from '../src/deliveries/mail/render-text.ts';
import { writeLetter } from '../src/deliveries/mail/write-letter.ts';
import { deliver } from './mail-deliveries.ts';

export const DESK: Desk = {
  product: 'Escola',
  consoleUrl: null,
  now: Date.parse('2026-11-25T17:02:00.000Z'),
};
/** One announcement as a letter, both ways. */
export function write(type: WebhookEvent, data: unknown, desk: Partial<Desk> = {}) {
  const letter = writeLetter(deliver(type, data).announcement, { ...DESK, ...desk });
  if (letter === null) throw new Error('not readable');
  const text = renderText(letter, 'Aviso automático.');
  return { letter, text, html: renderHtml(letter, 'Escola', 'Aviso automático.') };
}
