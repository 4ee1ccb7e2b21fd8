import type { Content } from '@funil/content/schema/content';
import { replaceAtPath, valueAtPath } from '@funil/contract/field-values';

/** Separates a text's versions: neither content nor the seats' placeholder has the character. */
const VERSION_MARK = ' \ue005 ';

/** Joins both versions of the tested text, because sections take one text. */
export function joinVersions(content: Content): Content {
  const { test } = content.site;
  if (!test) return content;
  const path = test.field.split('.');
  return replaceAtPath(
    content,
    path,
    `${valueAtPath(content, path)}${VERSION_MARK}${test.text}`,
  ) as Content;
}

/** Returns only one version if the text is not tested. */
export function splitVersions(text: string): [first: string, second?: string] {
  const [first = '', second] = text.split(VERSION_MARK);
  return second === undefined ? [first] : [first, second];
}

/** Hides the version that `html[data-v]` does not name. */
export const VERSIONS_STYLE = '[data-v=a] [data-v=b],[data-v=b] [data-v=a]{display:none}';
