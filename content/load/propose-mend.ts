import type { ProblemMend } from '@funil/contract/console/page-editor';
import { type FieldPath, isFields, readAt, replaceAt } from '@funil/contract/field-values';
import type { z } from 'zod';

/**
 * An alternative with its ` ou `: ` ou 12x de R$ 150,30` in `R$ 1.497,00 à vista ou 12x de R$ 150,30, com garantia`.
 */
const ALTERNATIVE = / ou .+?(?=[,;:.!?)](?: |$)| ou |$)/g;
const SENTENCE_END = /(?<=[.!?]) +/;

/** Returns a text without the parts that a test finds, each as small as the text stays whole. */
const dropParts = (text: string, isDead: (part: string) => boolean): string =>
  text
    .replaceAll(/\s+/g, ' ')
    .replace(ALTERNATIVE, (part) => (isDead(part) ? '' : part))
    .split(SENTENCE_END)
    .filter((sentence) => !isDead(sentence))
    .join(' ');

/** Returns the change that removes a field from its group, or an item from its list. */
function takeOff(value: unknown, path: FieldPath): ProblemMend {
  const around = path.slice(0, -1);
  const list = readAt(value, around);
  if (!Array.isArray(list)) return { label: 'Tirar o campo', path };
  return {
    label: 'Tirar o item',
    path: around,
    value: list.filter((_, index) => index !== path.at(-1)),
  };
}

/** Whether a part of the content has no further groups and lists. */
const isSmall = (part: unknown): boolean =>
  isFields(part) && Object.values(part).every((field) => typeof field !== 'object');

/**
 * Returns the smallest change that takes a part off a valid file and leaves it valid: of the text, of its field, of the
 * small group or item around it; undefined: only a person can change it.
 * @param isDead whether a part of the text must go; left out: the whole text goes
 */
export function proposeMend(
  schema: z.ZodType,
  value: unknown,
  path: FieldPath,
  isDead?: (part: string) => boolean,
): ProblemMend | undefined {
  const shorter = isDead && dropParts(String(readAt(value, path)), isDead);
  const around = path.slice(0, -1);
  const mends: ProblemMend[] = [
    ...(shorter ? [{ label: 'Tirar a frase', path, value: shorter }] : []),
    takeOff(value, path),
    ...(around.length > 0 && isSmall(readAt(value, around)) ? [takeOff(value, around)] : []),
  ];
  return mends.find((mend) => schema.safeParse(replaceAt(value, mend.path, mend.value)).success);
}
