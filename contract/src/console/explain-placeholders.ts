import { PLACEHOLDERS } from './fill-template.ts';

/** Returns why a text cannot be a template, in Portuguese; null if it knows all of its placeholders. */
export function explainPlaceholders(text: string): string | null {
  const names = [...text.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name);
  const unknown = names.find((name) => !PLACEHOLDERS.some((placeholder) => placeholder === name));
  if (unknown === undefined) return null;
  const known = PLACEHOLDERS.map((name) => `{${name}}`).join(', ');
  return `Não conheço {${unknown}}. Você pode usar ${known}.`;
}
