/**
 * The placeholders of templates, which a template writes as `{primeiro_nome}`. This file imports no zod, because the
 * console loads it.
 */
export const PLACEHOLDERS = [
  'nome',
  'primeiro_nome',
  'produto',
  'compra',
  'prazo',
  'motivo',
  'link',
  'copia_e_cola',
] as const;
export type Placeholder = (typeof PLACEHOLDERS)[number];

/**
 * Returns the text with its placeholders replaced. An unknown placeholder stays, and a placeholder without a value
 * becomes empty.
 */
export const fillTemplate = (
  text: string,
  values: Readonly<Partial<Record<Placeholder, string>>>,
): string =>
  text.replace(/\{([a-z_]+)\}/g, (match, name: string) => {
    const placeholder = PLACEHOLDERS.find((each) => each === name);
    return placeholder === undefined ? match : (values[placeholder] ?? '');
  });

/** Returns why a text cannot be a template, in Portuguese; null if it can. */
export function explainPlaceholders(text: string): string | null {
  const names = [...text.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name);
  const unknown = names.find((name) => !PLACEHOLDERS.some((placeholder) => placeholder === name));
  const [, doubled] = /\{\{([^{}]*)\}\}/.exec(text) ?? [];
  if (unknown === undefined && doubled !== undefined)
    return `Escreva {${doubled}} com uma chave de cada lado.`;
  if (unknown === undefined) return null;
  const list = PLACEHOLDERS.map((name) => `{${name}}`).join(', ');
  return `Não conheço {${unknown}}. Você pode usar ${list}.`;
}
