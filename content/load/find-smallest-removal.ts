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

/** Removes a field from its group, or an item from its list. */
function removalAt(value: unknown, path: FieldPath): ProblemMend {
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
 * Returns the smallest removal that leaves a valid file: of a sentence or alternative for which `mustGo` is true
 * (without `mustGo`, the whole text must go), of the text's field or list item, or of the flat group that contains it.
 */
export function findSmallestRemoval(
  schema: z.ZodType,
  value: unknown,
  path: FieldPath,
  mustGo?: (part: string) => boolean,
): ProblemMend | undefined {
  const shorterText = mustGo && removeParts(String(valueAtPath(value, path)), mustGo);
  const parentPath = path.slice(0, -1);
  const mends: ProblemMend[] = [
    ...(shorterText ? [{ label: 'Tirar a frase', path, value: shorterText }] : []),
    removalAt(value, path),
    ...(parentPath.length > 0 && isFlatGroup(valueAtPath(value, parentPath))
      ? [removalAt(value, parentPath)]
      : []),
  ];
  return mends.find(
    (mend) => schema.safeParse(replaceAtPath(value, mend.path, mend.value)).success,
  );
}
