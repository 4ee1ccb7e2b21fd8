import { expect, test } from 'vitest';
import * as z from 'zod';
import { findSmallestRemoval } from './find-smallest-removal.ts';

test.each([
  ['Pague R$ 1 ou {x} (sem juros, no cartão).', 'Pague R$ 1.'],
  ['Pague R$ 1 ou {x} (sem juros.', 'Pague R$ 1.'],
  ['Uma linha\ne outra. Com {x}.\nE a última.', 'Uma linha\ne outra.\nE a última.'],
])('removes the part with an empty placeholder from %j', (text, value) => {
  const schema = z.object({ note: z.string() });
  const mend = findSmallestRemoval(schema, { note: text }, ['note'], (part) =>
    part.includes('{x}'),
  );
  expect(mend).toEqual({ label: 'Tirar a frase', path: ['note'], value });
});
