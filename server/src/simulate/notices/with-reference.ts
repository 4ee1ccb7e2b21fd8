/** A UTM as the page's link has it: the visitor's own part, `|`, and the reference. */
export const withReference = (own: string, reference: string | null): string =>
  [own, reference ?? ''].filter(Boolean).join('|');
