import { removeDirectionMarks } from '@funil/contract/characters';

export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

const HTML_ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Characters that HTML does not allow. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters meant
const CONTROL_CHARACTERS = /[\0-\x1f\x7f-\x9f]/g;

export const escapeHtml = (text: string): string =>
  text.toWellFormed().replace(/[&<>"']/g, (sign) => HTML_ESCAPES[sign] ?? '');

type Value = string | number | Markup | readonly Markup[];

function render(value: Value): string {
  if (value instanceof Markup) return value.text;
  if (Array.isArray(value)) return value.map(render).join('');
  return escapeHtml(removeDirectionMarks(String(value)).replace(CONTROL_CHARACTERS, ' '));
}

/** Escapes the values, because campaigns and sections come from a visitor's address. */
export function html(parts: TemplateStringsArray, ...values: Value[]): Markup {
  const text = parts.map((part, index) => {
    const value = values[index];
    return part + (value === undefined ? '' : render(value));
  });
  return new Markup(text.join(''));
}
