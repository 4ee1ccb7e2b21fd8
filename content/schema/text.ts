import { z } from 'zod';

/** A visible text: not empty, no spaces around it. May hold placeholders such as `{seats}`. */
export const text = z.string().trim().min(1);

/**
 * A title. Words between `**` and `**` are shown with emphasis, e.g. `Você monta, **o cliente paga**`.
 * Emphasis is optional; what opens must close.
 */
export const title = text.refine((value) => value.split('**').length % 2 === 1, {
  error: 'um título em que todo ** aberto também é fechado',
});

/** A complete address that starts with https:// */
export const address = z.url({ protocol: /^https$/ });
