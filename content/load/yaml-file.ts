import { readFileSync } from 'node:fs';
import {
  type Document,
  type ErrorCode,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  visit,
} from 'yaml';
import type { ContentProblem } from './content-error.ts';

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
export const describeFieldProblem = (
  file: YamlFile,
  path: Path,
  sentence: string,
): ContentProblem => ({
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

const causes: Partial<Record<ErrorCode, string>> = {
  BAD_INDENT: 'os espaços no começo da linha não combinam com os das linhas vizinhas',
  BLOCK_AS_IMPLICIT_KEY: 'há dois-pontos a mais; um texto que contém ": " fica entre aspas',
  BAD_SCALAR_START: 'um texto que começa com @, ` ou % fica entre aspas',
  DUPLICATE_KEY: 'o campo aparece duas vezes no mesmo grupo',
  MISSING_CHAR: 'falta fechar aspas, colchetes ou chaves, ou faltam os dois-pontos do campo',
  MULTILINE_IMPLICIT_KEY: 'falta o sinal de dois-pontos depois do nome do campo',
  TAB_AS_INDENT: 'há uma tabulação no começo da linha; use espaços',
  UNEXPECTED_TOKEN: 'há um sinal fora do lugar; um texto que começa com { ou [ fica entre aspas',
};

/** Why the file is not valid YAML, for someone who does not know YAML's terms. */
const explainYamlError = (code: ErrorCode): string =>
  `o arquivo não está em YAML válido: ${causes[code] ?? 'há um sinal fora do lugar'}`;

/** A `#` behind a space starts a comment in YAML, on the same line as the text or number. */
const comment = /^[ \t]*(#.*)/;

interface Source {
  readonly name: string;
  readonly source: string;
  readonly lines: LineCounter;
}

const explainCut = (kept: string, cut: string): string => {
  const whole = `${kept} ${cut}`.trim();
  return `o YAML lê só "${kept}" e toma "${cut}" por comentário; ponha o texto entre aspas ("${whole}"), ou o comentário em uma linha só dele`;
};

/** Unquoted texts that lose their end to a comment, such as `label: Somos #1`. */
const cutTexts = (document: Document, { name, source, lines }: Source): ContentProblem[] => {
  const problems: ContentProblem[] = [];
  visit(document, {
    Scalar: (key, node) => {
      const end = node.range?.[1];
      // Nothing at all before the comment is a text, too; a written `null` is none.
      const isText = typeof node.value === 'string' || (node.value === null && !node.source);
      if (key === 'key' || node.type !== 'PLAIN' || !isText || end === undefined) return;
      const cut = comment.exec(source.slice(end).split('\n', 1)[0] ?? '')?.[1];
      if (cut === undefined) return;
      problems.push({
        file: name,
        line: lines.linePos(end).line,
        sentence: explainCut(String(node.value ?? ''), cut.trim()),
      });
    },
  });
  return problems;
};

const NEWLINE = 0x0a;

const isUtf8 = (bytes: Uint8Array): boolean => {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    // firstBadLine finds the line.
    return false;
  }
};

/** The first line that is not UTF-8, counted from 1. */
const firstBadLine = (bytes: Uint8Array): number => {
  let line = 1;
  let start = 0;
  for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, start)) {
    if (!isUtf8(bytes.subarray(start, end))) return line;
    start = end + 1;
    line += 1;
  }
  return line;
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
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch {
    const sentence = 'o arquivo não existe ou não pode ser lido';
    return { problems: [{ file: name, line: 0, sentence }] };
  }
  // No text has a NUL; UTF-16 is full of them.
  if (isUtf8(bytes) && !bytes.includes(0)) return parse(new TextDecoder().decode(bytes), name);
  const line = isUtf8(bytes) ? 1 : firstBadLine(bytes);
  return { problems: [{ file: name, line, sentence: wrongEncoding }] };
};
