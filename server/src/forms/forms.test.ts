import { expect, test } from 'vitest';
import { formatTypedTexts } from './forms.ts';

test.each([
  ['não tenho', '@nãotenho'],
  ['@ Nenhum', '@Nenhum'],
  ['-', '@'],
  ['naotenho.medo', '@naotenho.medo'],
  ['ana souza', '@ana souza'],
])('takes the Instagram profile “%s”, typed without scripts, for “%s”', (typed, formatted) => {
  const question = { key: 'instagram', kind: 'instagram', required: false } as const;
  expect(formatTypedTexts([question], { instagram: typed })).toEqual({ instagram: formatted });
});
