import { z } from 'zod';

/** A visible text: not empty, no spaces around it. May hold placeholders such as `{seats}`. */
export const text = z.string().trim().min(1);

/** A title. Emphasis between `**` and `**` is optional; what opens must close. */
export const title = text.refine((value) => value.split('**').length % 2 === 1, {
  error: 'um título em que todo ** aberto também é fechado',
});

/** A complete address that starts with https:// */
export const address = z.url({ protocol: /^https$/ });

/** The three lines that open a section, the same in all of them. */
export const opening = {
  eyebrow: text.describe('Linha pequena acima do título.'),
  title: title.describe('Título da seção; o que fica entre `**` e `**` ganha destaque.'),
  lead: text.describe('Uma ou duas frases abaixo do título.'),
};
