import type { Utms } from '@funil/contract/utm';

/** `utm_term` as the page's link has it: the visitor's own, `|`, and the reference. */
export const termOf = ({ utm_term }: Utms, reference: string | null): string =>
  [utm_term, reference ?? ''].filter(Boolean).join('|');
