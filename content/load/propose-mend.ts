import type { ProblemMend } from '@funil/contract/console/page-editor';
import { type FieldPath, isFields, readAt, replaceAt } from '@funil/contract/field-values';
import type { z } from 'zod';

/**
 * An alternative with its ` ou `: ` ou 12x de R$ 150,30` in `R$ 1.497,00 à vista ou 12x de R$ 150,30, com garantia`.
 */
const ALTERNATIVE = / ou .+?(?=[,;:.!?)](?: |$)| ou |$)/g;
const SENTENCE_END = /(?<=[.!?]) +/;

/** Returns a text without the alternatives and sentences that must go. */
const dropParts = (text: string, mustGo: (part: string) => boolean): string =>
  text
    .replaceAll(/\s+/g, ' ')
    .replace(ALTERNATIVE, (part) => (mustGo(part) ? '' : part))
    .split(SENTENCE_END)
    .filter((sentence) => !mustGo(sentence))
    .join(' ');

/** Returns the change that removes a field from its group, or an item from its list. */
function proposeRemoval(value: unknown, path: FieldPath): ProblemMend {
  const around = path.slice(0, -1);
  const list = readAt(value, around);
  if (!Array.isArray(list)) return { label: 'Tirar o campo', path };
  return {
    label: 'Tirar o item',
    path: around,
    value: list.filter((_, index) => index !== path.at(-1)),
  };
}

/** Whether a part of the content is a group without groups or lists in it. */
const isSmall = (part: unknown): boolean =>
  isFields(part) && Object.values(part).every((field) => typeof field !== 'object');

/**
 * Returns the smallest change that takes a part off a valid file and leaves it valid: of the text, of its field, of the
 * small group or item around it; undefined: only a person can change it.
 * @param mustGo whether a part of the text must go; left out: the whole text goes
 */
export function proposeMend(
  schema: z.ZodType,
  value: unknown,
  path: FieldPath,
  mustGo?: (part: string) => boolean,
): ProblemMend | undefined {
  const shorter = mustGo && dropParts(String(readAt(value, path)), mustGo);
  const around = path.slice(0, -1);
  const mends: ProblemMend[] = [
    ...(shorter ? [{ label: 'Tirar a frase', path, value: shorter }] : []),
    proposeRemoval(value, path),
    ...(around.length > 0 && isSmall(readAt(value, around)) ? [proposeRemoval(value, around)] : []),
  ];
  return mends.find((mend) => schema.safeParse(replaceAt(value, mend.path, mend.value)).success);
}
