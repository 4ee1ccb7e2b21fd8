import type { WebhookEvent } from '@funil/contract/webhook-events';
import { writeEmail } from '../src/deliveries/mail/compose.ts';
import { type MailContext, renderHtml, renderText } from '../src/deliveries/mail/layout.ts';
import { deliver } from './mail-deliveries.ts';

export const DESK: MailContext = {
  product: 'Escola',
  consoleUrl: null,
  now: Date.parse('2026-11-25T17:02:00.000Z'),
};
/** One announcement as a letter, both ways. */
export function write(type: WebhookEvent, data: unknown, desk: Partial<MailContext> = {}) {
  const letter = writeEmail(deliver(type, data).announcement, { ...DESK, ...desk });
  if (letter === null) throw new Error('not readable');
  const text = renderText(letter, 'Aviso automático.');
  return { letter, text, html: renderHtml(letter, 'Escola', 'Aviso automático.') };
}
