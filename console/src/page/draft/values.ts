import { withoutFormatCharacters } from '@funil/contract/characters';
import type { FieldPath } from '@funil/contract/field-values';

/** Returns the same list if the index `to` does not exist. */
export function moveItem<Item>(items: readonly Item[], from: number, to: number): readonly Item[] {
  if (from === to || to < 0 || to >= items.length) return items;
  return items.toSpliced(from, 1).toSpliced(to, 0, ...items.slice(from, from + 1));
}

export const isSamePath = (one: FieldPath, other: FieldPath): boolean =>
  one.length === other.length && one.every((step, index) => step === other[index]);

/** Inserts a section where the usual order of all sections has it. */
export function addSection(
  sections: readonly string[],
  name: string,
  usual: readonly string[],
): readonly string[] {
  const before = usual.slice(0, usual.indexOf(name));
  const at = sections.reduce(
    (place, each, index) => (before.includes(each) ? index + 1 : place),
    0,
  );
  return [...sections.slice(0, at), name, ...sections.slice(at)];
}

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
