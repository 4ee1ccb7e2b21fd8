/** Filling a text in the browser, so it knows no zod. */

/** What stands for something in a text: `{primeiro_nome}`. */
export const PLACEHOLDERS = ['nome', 'primeiro_nome', 'produto', 'prazo', 'link'] as const;
export type Placeholder = (typeof PLACEHOLDERS)[number];

/** A text with its placeholders filled; one without a value stays empty. */
export const fillTemplate = (
  text: string,
  values: Readonly<Partial<Record<Placeholder, string>>>,
): string =>
  text.replace(/\{([a-z_]+)\}/g, (whole, name: string) => {
    const known = PLACEHOLDERS.find((placeholder) => placeholder === name);
    return known === undefined ? whole : (values[known] ?? '');
  });
