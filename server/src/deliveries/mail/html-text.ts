import { html, Markup } from '../../markup/html.ts';
import { oneLine, withoutLinks } from './typed-text.ts';
import { LINE } from './words.ts';

/** Every table that only holds its parts in place. */
export const HOLDER = new Markup(
  'role="presentation" cellpadding="0" cellspacing="0" border="0" width="100%"',
);

/** What may have been typed, as one line without links. */
export const line = (text: string): string => withoutLinks(oneLine(text, LINE));

/** The same with its direction of writing for itself: one name does not turn the next word. */
export const apart = (text: string): Markup => html`<bdi>${text}</bdi>`;

export const NOTHING = new Markup('');
