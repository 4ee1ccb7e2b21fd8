/**
 * Placeholders of a template, written `{primeiro_nome}`. In a file without schemas, because the console loads no zod.
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

/** Returns the text with its placeholders filled: empty without a value, unchanged if unknown. */
export const fillTemplate = (
  text: string,
  values: Readonly<Partial<Record<Placeholder, string>>>,
): string =>
  text.replace(/\{([a-z_]+)\}/g, (match, name: string) => {
    const placeholder = PLACEHOLDERS.find((each) => each === name);
    return placeholder === undefined ? match : (values[placeholder] ?? '');
  });

/** Returns why a text cannot be a template, in Portuguese; null if all of its placeholders are known. */
export function explainPlaceholders(text: string): string | null {
  const names = [...text.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name);
  const unknown = names.find((name) => !PLACEHOLDERS.some((placeholder) => placeholder === name));
  if (unknown === undefined) return null;
  const list = PLACEHOLDERS.map((name) => `{${name}}`).join(', ');
  return `Não conheço {${unknown}}. Você pode usar ${list}.`;
}
