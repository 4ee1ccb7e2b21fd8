import type { Content } from '@funil/content/schema/content';
import { replaceAtPath, valueAtPath } from '@funil/contract/field-values';

/** Has a character that neither content nor the seats' placeholder contains. */
const VERSION_SEPARATOR = ' \ue005 ';

/** Joins both versions of the tested text, because sections take one text. */
export function joinVersions(content: Content): Content {
  const { test } = content.site;
  if (!test) return content;
  const path = test.field.split('.');
  return replaceAtPath(
    content,
    path,
    `${valueAtPath(content, path)}${VERSION_SEPARATOR}${test.text}`,
  ) as Content;
}

/** Returns both versions of a tested text; of another text, only the first. */
export function splitVersions(text: string): [first: string, second?: string] {
  const [first = '', second] = text.split(VERSION_SEPARATOR);
  return second === undefined ? [first] : [first, second];
}

/** Hides the version that `html[data-v]` does not name. */
export const VERSIONS_STYLE = '[data-v=a] [data-v=b],[data-v=b] [data-v=a]{display:none}';
