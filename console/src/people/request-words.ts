import type { RequestKind } from '@funil/contract/console/people';

/** What a person may ask for (LGPD, art. 18). */
export const REQUEST_WORDS: Record<RequestKind, string> = {
  access: 'Saber o que há dela',
  erasure: 'Apagar tudo',
  correction: 'Corrigir',
  objection: 'Parar de usar',
  other: 'Outro',
};

export const REQUEST_KINDS: readonly RequestKind[] = [
  'access',
  'erasure',
  'correction',
  'objection',
  'other',
];
