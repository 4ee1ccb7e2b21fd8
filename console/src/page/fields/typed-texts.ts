import { withoutFormatCharacters } from '@funil/contract/characters';

/** Returns the address with the `https://` that sellers leave out, and without a slash after the host. */
export const completeAddress = (typed: string): string =>
  typed
    .trim()
    .replace(/^(?=[\w-]+(\.[\w-]+)+([/?#]|$))/, 'https://')
    .replace(/^(https:\/\/[^/]+)\/$/, '$1');

/** Returns a color as `#` and six digits. Design tools copy it without `#`, with three digits or an opaque alpha. */
export function completeColor(typed: string): string {
  const text = withoutFormatCharacters(typed).trim();
  const [, short, long] = /^#?(?:([0-9a-f]{3})|([0-9a-f]{6})(?:ff)?)$/i.exec(text) ?? [];
  const digits = short?.replace(/./g, '$&$&') ?? long;
  return digits ? `#${digits}` : text;
}

/** Characters of a code. A part of a text that has one is no id, but maybe a link cut at a space. */
const CODE_MARK = /[<=()]/;

/** Returns the only id of a pattern in a copied code, such as Meta's for a pixel; other texts stay. */
export function findIdInCode(pattern: string, typed: string): string {
  if (!CODE_MARK.test(typed)) return typed;
  const inside = pattern.replace(/^\^|\$$/g, '');
  const ids = typed.match(new RegExp(`(?<![\\w-])(?:${inside})(?![\\w/-])`, 'g')) ?? [];
  const [id, ...others] = new Set(ids);
  return id === undefined || others.length > 0 || CODE_MARK.test(id) ? typed : id;
}
