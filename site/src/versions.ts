import type { Content } from '@funil/content/schema/content';
import { readAt, replaceAt } from '@funil/contract/field-values';

/**
 * The sign between the versions of a tested text: for private use, so that no content has it, nor the places of seats.
 */
const VERSION_MARK = ' \ue005 ';

/** Returns content whose tested text contains both versions, for the sections only. */
export function joinVersions(content: Content): Content {
  const { test } = content.site;
  if (!test) return content;
  const path = test.field.split('.');
  return replaceAt(content, path, `${readAt(content, path)}${VERSION_MARK}${test.text}`) as Content;
}

/** Returns a text's versions; without the second one if it is not tested. */
export function splitVersions(text: string): [first: string, second?: string] {
  const [first = '', second] = text.split(VERSION_MARK);
  return second === undefined ? [first] : [first, second];
}

/** Hides the version that `html[data-v]` does not name. */
export const VERSIONS_STYLE = '[data-v=a] [data-v=b],[data-v=b] [data-v=a]{display:none}';
