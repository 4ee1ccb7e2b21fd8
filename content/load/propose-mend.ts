import { type FieldPath, isObject, replaceAtPath, valueAtPath } from '@funil/contract/field-values';
import type { ProblemMend } from '@funil/contract/page/page-editor';
import type { z } from 'zod';

/**
 * Matches an alternative from its ` ou ` to the end of its clause. In `R$ 1.497,00 à vista ou 12x de R$ 150,30, com
 * garantia` it is ` ou 12x de R$ 150,30`. A comma in brackets ends no clause.
 */
const ALTERNATIVE = /\sou\s(?:\([^)]*\)|.)+?(?=[,;:.!?)](?:\s|$)|\sou\s|$)/gs;
const SENTENCE_END = /(?<=[.!?])(?=\s)/;

/** Returns a text without the alternatives and sentences for which `mustGo` is true. */
const removeParts = (text: string, mustGo: (part: string) => boolean): string =>
  text
    .replace(ALTERNATIVE, (part) => (mustGo(part) ? '' : part))
    .split(SENTENCE_END)
    .filter((sentence) => !mustGo(sentence))
    .join('')
    .trim();

/** Proposes to remove a field from its group, or an item from its list. */
function proposeRemoval(value: unknown, path: FieldPath): ProblemMend {
  const parentPath = path.slice(0, -1);
  const parent = valueAtPath(value, parentPath);
  if (!Array.isArray(parent)) return { label: 'Tirar o campo', path };
  return {
    label: 'Tirar o item',
    path: parentPath,
    value: parent.filter((_, index) => index !== path.at(-1)),
  };
}

/** True for a group that contains no group or list. */
const isFlatGroup = (part: unknown): boolean =>
  isObject(part) && Object.values(part).every((field) => typeof field !== 'object');

/**
 * Returns the smallest removal that leaves a valid file: of a sentence or alternative of the text, of the text's
 * field or list item, or of the flat group that contains the text. Undefined if every such removal leaves an invalid
 * file.
 * @param path the text that must not stay
 * @param mustGo returns true for a sentence or alternative to remove; absent if the whole text must go
 */
export function proposeMend(
  schema: z.ZodType,
  value: unknown,
  path: FieldPath,
  mustGo?: (part: string) => boolean,
): ProblemMend | undefined {
  const shorter = mustGo && removeParts(String(valueAtPath(value, path)), mustGo);
  const parentPath = path.slice(0, -1);
  const mends: ProblemMend[] = [
    ...(shorter ? [{ label: 'Tirar a frase', path, value: shorter }] : []),
    proposeRemoval(value, path),
    ...(parentPath.length > 0 && isFlatGroup(valueAtPath(value, parentPath))
      ? [proposeRemoval(value, parentPath)]
      : []),
  ];
  return mends.find(
    (mend) => schema.safeParse(replaceAtPath(value, mend.path, mend.value)).success,
  );
}
