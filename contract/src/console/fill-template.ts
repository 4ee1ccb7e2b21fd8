/** Written `{primeiro_nome}`. No zod here: the console loads this file. */
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

/** A placeholder without a value becomes empty; an unknown one stays. */
export const fillTemplate = (
  text: string,
  values: Readonly<Partial<Record<Placeholder, string>>>,
): string =>
  text.replace(/\{([a-z_]+)\}/g, (match, name: string) => {
    const placeholder = PLACEHOLDERS.find((each) => each === name);
    return placeholder === undefined ? match : (values[placeholder] ?? '');
  });

/** Portuguese; null if all placeholders are known. */
export function explainPlaceholders(text: string): string | null {
  const names = [...text.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name);
  const unknown = names.find((name) => !PLACEHOLDERS.some((placeholder) => placeholder === name));
  if (unknown === undefined) return null;
  const list = PLACEHOLDERS.map((name) => `{${name}}`).join(', ');
  return `Não conheço {${unknown}}. Você pode usar ${list}.`;
}
