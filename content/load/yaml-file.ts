import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';
import type { FieldPath } from '@funil/contract/field-values';
import {
  type Document,
  type ErrorCode,
  isCollection,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  visit,
} from 'yaml';
import type { ContentProblem } from './content-error.ts';

export interface YamlFile {
  /** The file's name in messages: `content/hero.yaml`. */
  readonly name: string;
  readonly value: unknown;
  /** Returns the line of the deepest existing part of `path`, counted from 1. */
  readonly lineOf: (path: FieldPath) => number;
}

/** Returns a problem of the value at `path`; an empty path means the complete file. */
export const makeFieldProblem = (
  file: YamlFile,
  path: FieldPath,
  sentence: string,
  editorSentence = sentence,
): ContentProblem => ({ file: file.name, line: file.lineOf(path), path, sentence, editorSentence });

/** The editor shows the same sentence for all files that cannot be read. */
const makeUnreadableProblem = (file: string, line: number, sentence: string): ContentProblem => ({
  file,
  line,
  path: [],
  sentence,
  editorSentence: 'mudou fora do painel e não pode ser lida; quem a mudou precisa consertá-la',
});

export interface ReadResult {
  /** Missing if the file cannot be parsed. */
  readonly file?: YamlFile;
  readonly problems: readonly ContentProblem[];
}

/** Returns the child of a node, and the offset of its key or list item. */
function findChild(node: unknown, key: string | number) {
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
}

function findOffset(root: unknown, path: FieldPath): number {
  let offset = 0;
  let node = root;
  for (const key of path) {
    const child = findChild(node, key);
    if (!child) break;
    offset = child.offset ?? offset;
    node = child.node;
  }
  return offset;
}

const INVALID_YAML = 'o arquivo não está em YAML válido: ';

const SYNTAX_ERROR_CAUSES: Partial<Record<ErrorCode, string>> = {
  BAD_ALIAS: 'um texto que começa com * ou & fica entre aspas',
  BAD_DQ_ESCAPE: 'um texto com barra invertida (\\) fica sem aspas, ou entre aspas simples',
  BAD_INDENT: 'os espaços no começo da linha não combinam com os das linhas vizinhas',
  BLOCK_AS_IMPLICIT_KEY: 'há dois-pontos a mais; um texto que contém ": " fica entre aspas',
  BAD_SCALAR_START: 'um texto que começa com @, ` ou % fica entre aspas',
  DUPLICATE_KEY: 'o campo aparece duas vezes no mesmo grupo',
  MISSING_CHAR: 'falta fechar aspas, colchetes ou chaves, ou faltam os dois-pontos do campo',
  MULTILINE_IMPLICIT_KEY:
    'depois do nome do campo faltam dois-pontos e um espaço, ou, se a linha continua um texto, faltam espaços no começo dela',
  TAG_RESOLVE_FAILED: 'um texto que começa com ! fica entre aspas',
  TAB_AS_INDENT: 'há uma tabulação no começo da linha; use espaços',
  UNEXPECTED_TOKEN: `há um sinal fora do lugar; um texto que começa com {, [, >, |, * ou - fica entre aspas, e aspas dentro de aspas são do outro tipo, como em "copo d'água"`,
};

const explainCut = (keptText: string, cutText: string): string =>
  `o YAML lê só "${keptText}" e toma "${cutText}" por comentário; ponha o texto entre aspas ("${`${keptText} ${cutText}`.trim()}"), ou o comentário em uma linha só dele`;

/** Finds unquoted texts that YAML cuts at a comment: `label: Somos #1`. */
function findCutTexts(document: Document, source: string) {
  const cuts: { offset: number; sentence: string }[] = [];
  visit(document, {
    Scalar: (key, node) => {
      const end = node.range?.[1];
      // The empty value of `label: #1` counts as a text, but a written `null` does not.
      const isText = typeof node.value === 'string' || (node.value === null && !node.source);
      if (key === 'key' || node.type !== 'PLAIN' || !isText || end === undefined) return;
      const cutText = /^[ \t]*(#.*)/.exec(source.slice(end))?.[1];
      if (cutText === undefined) return;
      const keptText = String(node.value ?? '');
      cuts.push({ offset: end, sentence: explainCut(keptText, cutText.trim()) });
    },
  });
  return cuts;
}

/** Lines that other programs leave: marks of a merge, and fences around a copied answer. */
const FOREIGN_LINES: readonly (readonly [pattern: RegExp, cause: string])[] = [
  [
    /^(?:<{7}|\|{7}|>{7}|={7}$)/m,
    'o git deixou duas versões do texto; fique com uma, e apague as linhas que começam com <<<<<<<, |||||||, ======= e >>>>>>>',
  ],
  [/^```/m, 'as linhas com ``` vieram com a cópia; apague-as'],
];
/** Matches a list item with a dash or bullet of Word, or without a space after its hyphen. */
const FOREIGN_BULLET = /^(?:\s*(?:[–—•·]|-(?=[^\s-]))|\s+\*\s)/;

/** Finds the line of another program that caused a syntax error; undefined if there is no such line. */
function findForeignLine(source: string, offset: number) {
  for (const [pattern, cause] of FOREIGN_LINES) {
    const start = source.search(pattern);
    if (start >= 0) return { offset: start, cause };
  }
  const errorLine = source.slice(source.lastIndexOf('\n', offset - 1) + 1);
  return FOREIGN_BULLET.test(errorLine)
    ? { offset, cause: 'um item de lista começa com um hífen e um espaço' }
    : undefined;
}

/** Of several errors only the first is told, because the others are mostly its consequences. */
function findSyntaxError({ errors, warnings }: Document, source: string) {
  // A warning names an unknown tag, such as the first word of `label: !Quero entrar`, which YAML drops.
  const [firstError, secondError] = [...errors, ...warnings].sort((a, b) => a.pos[0] - b.pos[0]);
  if (firstError === undefined) return undefined;
  const [offset] = firstError.pos;
  const foreignLine = findForeignLine(source, offset);
  if (foreignLine) return foreignLine;
  // With one space too many or too few, a field seems to have a name of two lines that contains a colon.
  const isIndentation =
    firstError.code === 'BLOCK_AS_IMPLICIT_KEY' &&
    secondError?.code === 'MULTILINE_IMPLICIT_KEY' &&
    secondError.pos[0] === offset;
  const cause = SYNTAX_ERROR_CAUSES[isIndentation ? 'BAD_INDENT' : firstError.code];
  return { offset, cause: cause ?? 'há um sinal fora do lugar' };
}

/** Finds texts whose first word YAML drops as an anchor: `label: &quero entrar`. */
function findAnchoredTexts(document: Document): number[] {
  const offsets: number[] = [];
  const usedAnchors = new Set<string>();
  visit(document, {
    Alias: (_key, { source }) => {
      usedAnchors.add(source);
    },
  });
  visit(document, {
    Scalar: (_key, { anchor, range }) => {
      if (anchor !== undefined && !usedAnchors.has(anchor)) offsets.push(range?.[0] ?? 0);
    },
  });
  return offsets;
}

/** Returns the first alias that has no anchor or is inside its own value, else the last alias. */
function findAlias(document: Document) {
  let offset = 0;
  visit(document, {
    Alias: (_key, alias, ancestors) => {
      offset = alias.range?.[0] ?? 0;
      const isInside = ancestors.some((node) => isCollection(node) && node.anchor === alias.source);
      return alias.resolve(document) && !isInside ? undefined : visit.BREAK;
    },
  });
  return offset;
}

/** Makes texts of numbers that YAML reads as others, such as `10.000` as 10 or `0800` as 800. */
const keepWrittenNumbers = (document: Document) =>
  visit(document, {
    Scalar: (key, node) => {
      const { source = '', value } = node;
      const isAltered = typeof value === 'number' && source !== String(value);
      // A number such as `08` stays a number, because sellers write “08 vagas”.
      if (key !== 'key' && isAltered && !/^0\d$/.test(source)) node.value = source;
    },
  });

/** Renames fields that a seller's older copy calls `lead`; the seller's facts keep their names. */
const renameOldFields = (document: Document) =>
  visit(document, {
    Pair: (_, { key, value }, ancestors) => {
      if (!isScalar(key)) return undefined;
      if (key.value === 'facts') return visit.SKIP;
      const fieldGroup = ancestors.at(-1);
      if (key.value === 'lead' && isMap(fieldGroup) && !fieldGroup.has('intro'))
        key.value = 'intro';
      // The test of a text names the text's path, which may end in the old name.
      if (key.value === 'field' && isScalar(value) && typeof value.value === 'string')
        value.value = value.value.replace(/\.lead$/, '.intro');
      return undefined;
    },
  });

/** Changes a document so that its value has the seller's numbers as written, and today's names of fields. */
export function prepareDocument(document: Document): void {
  keepWrittenNumbers(document);
  renameOldFields(document);
}

/**
 * The package `yaml` takes a lone carriage return for a part of the line, although YAML ends the line there. No-break
 * and other spaces that programs write become ordinary ones where YAML needs them; the text keeps its length.
 */
export const withYamlSpaces = (text: string): string =>
  text
    .replace(/\r(?!\n)/g, '\n')
    .replace(/^\p{Zs}*(?:-\p{Zs}+)?(?:\w+\p{Zs}*:\p{Zs})?/gmu, (start) =>
      start.replaceAll(/\p{Zs}/gu, ' '),
    );

export function parseYamlFile(text: string, name: string): ReadResult {
  const source = withYamlSpaces(text);
  const lines = new LineCounter();
  const document = parseDocument(source, { lineCounter: lines, prettyErrors: false });
  prepareDocument(document);
  const lineAt = (offset: number) => Math.max(1, lines.linePos(offset).line);
  const problemAt = (offset: number, sentence: string) =>
    makeUnreadableProblem(name, lineAt(offset), sentence);
  const error = findSyntaxError(document, source);
  if (error) {
    const column = lines.linePos(error.offset).col;
    return { problems: [{ ...problemAt(error.offset, INVALID_YAML + error.cause), column }] };
  }
  const describeAlias = (offset: number) =>
    problemAt(offset, `${INVALID_YAML}${SYNTAX_ERROR_CAUSES.BAD_ALIAS}`);
  const problems = [
    ...findCutTexts(document, source).map(({ offset, sentence }) => problemAt(offset, sentence)),
    ...findAnchoredTexts(document).map(describeAlias),
  ];
  const lineOf = (path: FieldPath) => lineAt(findOffset(document.contents, path));
  try {
    const value: unknown = document.toJS() ?? {};
    JSON.stringify(value);
    return { file: { name, value, lineOf }, problems };
  } catch {
    // An alias has no anchor or is inside its value, or aliases make a huge value.
    return { problems: [describeAlias(findAlias(document))] };
  }
}

export function readYamlFile(path: string, name: string): ReadResult {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch {
    const sentence = 'o arquivo não existe ou não pode ser lido';
    return { problems: [makeUnreadableProblem(name, 0, sentence)] };
  }
  // A text contains no NUL, but UTF-16 contains many.
  const isText = (part: Buffer) => isUtf8(part) && !part.includes(0);
  if (isText(bytes)) return parseYamlFile(new TextDecoder().decode(bytes), name);
  const lines = bytes.toString('latin1').split('\n');
  const line = 1 + lines.findIndex((text) => !isText(Buffer.from(text, 'latin1')));
  const sentence =
    'o arquivo não está em UTF-8, e os acentos se perderiam; salve-o de novo com a codificação UTF-8';
  return { problems: [makeUnreadableProblem(name, line, sentence)] };
}
