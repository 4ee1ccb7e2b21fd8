import { readFileSync } from 'node:fs';
import { isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml';
import type { ContentProblem } from './content-error.ts';
import { cutTexts } from './cut-texts.ts';
import { decodeUtf8 } from './decode-utf8.ts';
import { explainYamlError } from './explain-yaml-error.ts';

export type Path = readonly PropertyKey[];

export interface YamlFile {
  /** Name in messages, e.g. `content/hero.yaml`. */
  readonly name: string;
  readonly value: unknown;
  /** The line of the deepest part of `path` that exists, counted from 1. */
  readonly lineOf: (path: Path) => number;
}

/** `cases[2].title`: list items count from 1, as people count. */
export const fieldName = (path: Path): string =>
  path
    .map((part) => (typeof part === 'number' ? `[${part + 1}]` : `.${String(part)}`))
    .join('')
    .replace(/^\./, '');

/** A problem with the value at `path`. */
export const aboutField = (file: YamlFile, path: Path, sentence: string): ContentProblem => ({
  file: file.name,
  line: file.lineOf(path),
  sentence: `campo "${fieldName(path)}": ${sentence}`,
});

interface ReadResult {
  /** Missing where the file cannot be read as YAML. */
  readonly file?: YamlFile;
  readonly problems: readonly ContentProblem[];
}

/** Offset of the child's key or list item, and the child itself. */
const step = (node: unknown, key: PropertyKey) => {
  if (isMap(node)) {
    const pair = node.items.find((item) => isScalar(item.key) && String(item.key.value) === key);
    return (
      pair && { offset: isScalar(pair.key) ? pair.key.range?.[0] : undefined, node: pair.value }
    );
  }
  if (isSeq<Node>(node) && typeof key === 'number') {
    const item = node.items[key];
    return item && { offset: item.range?.[0], node: item };
  }
  return undefined;
};

const offsetOf = (root: unknown, path: Path): number => {
  let offset = 0;
  let node = root;
  for (const key of path) {
    const next = step(node, key);
    if (!next) break;
    offset = next.offset ?? offset;
    node = next.node;
  }
  return offset;
};

const readBytes = (path: string): Uint8Array | undefined => {
  try {
    return readFileSync(path);
  } catch {
    // Missing or unreadable is all the operator needs to know; the caller names the file.
    return undefined;
  }
};

const wrongEncoding =
  'o arquivo não está em UTF-8, e os acentos se perderiam; salve-o de novo com a codificação UTF-8';

const parse = (source: string, name: string): ReadResult => {
  const lines = new LineCounter();
  const document = parseDocument(source, { lineCounter: lines, prettyErrors: false });
  if (document.errors.length > 0) {
    const problems = document.errors.map((error) => {
      const { line, col } = lines.linePos(error.pos[0]);
      return { file: name, line, column: col, sentence: explainYamlError(error.code) };
    });
    return { problems };
  }
  const lineOf = (at: Path) => Math.max(1, lines.linePos(offsetOf(document.contents, at)).line);
  const problems = cutTexts(document, { name, source, lines });
  return { file: { name, value: document.toJS() ?? {}, lineOf }, problems };
};

/** Reads one YAML file and keeps where each value stands. */
export const readYamlFile = (path: string, name: string): ReadResult => {
  const bytes = readBytes(path);
  if (!bytes) {
    const sentence = 'o arquivo não existe ou não pode ser lido';
    return { problems: [{ file: name, line: 0, sentence }] };
  }
  const decoded = decodeUtf8(bytes);
  return decoded.ok
    ? parse(decoded.text, name)
    : { problems: [{ file: name, line: decoded.line, sentence: wrongEncoding }] };
};
