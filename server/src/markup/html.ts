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

const ENTITY =
  /&(?:#(\d{2,6})|#x([\da-f]{2,5})|([a-z])(acute|grave|circ|tilde|uml|cedil)|(amp|lt|gt|quot|apos|nbsp));/gi;
const ENTITY_SIGNS = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };
const ENTITY_MARKS = {
  ...{ acute: '\u0301', grave: '\u0300', circ: '\u0302' },
  ...{ tilde: '\u0303', uml: '\u0308', cedil: '\u0327' },
};
const ENTITY_TEXTS: Readonly<Record<string, string>> = { ...ENTITY_SIGNS, ...ENTITY_MARKS };

/** Returns `João` for `Jo&atilde;o` or `Jo&#227;o`, as programs write that escape texts when they store them. */
export const decodeEntities = (text: string): string =>
  text.replace(ENTITY, (_, decimal, hexadecimal, letter = '', mark, sign) => {
    const name = (mark ?? sign ?? '').toLowerCase();
    const code = Number(decimal ?? `0x${hexadecimal}`);
    const text = ENTITY_TEXTS[name] ?? String.fromCodePoint(code);
    // Databases keep neither NUL nor half a character.
    return `${letter}${text}`.normalize('NFC').toWellFormed().replace('\0', '');
  });

type HtmlValue = string | number | Markup | readonly Markup[];

function render(value: HtmlValue): string {
  if (value instanceof Markup) return value.text;
  if (Array.isArray(value)) return value.map(render).join('');
  return escapeHtml(removeDirectionMarks(String(value)).replace(CONTROL_CHARACTERS, ' '));
}

/** Escapes the values, because campaigns and sections come from a visitor's address. */
export function html(parts: TemplateStringsArray, ...values: HtmlValue[]): Markup {
  const text = parts.map((part, index) => {
    const value = values[index];
    return part + (value === undefined ? '' : render(value));
  });
  return new Markup(text.join(''));
}
