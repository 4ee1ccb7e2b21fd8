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
export const describeFieldProblem = (
  file: YamlFile,
  path: FieldPath,
  sentence: string,
  editorSentence = sentence,
): ContentProblem => ({ file: file.name, line: file.lineOf(path), path, sentence, editorSentence });

/** The editor's sentence about a file that was broken by hand. */
const UNREADABLE_SENTENCE =
  'mudou fora do painel e não pode ser lida; quem a mudou precisa consertá-la';

export interface ReadResult {
  /** Missing if the file cannot be parsed. */
  readonly file?: YamlFile;
  readonly problems: readonly ContentProblem[];
}

/** Returns the child of a node, and the offset of its key or list item. */
const findChild = (node: unknown, key: string | number) => {
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

const findOffset = (root: unknown, path: FieldPath): number => {
  let offset = 0;
  let node = root;
  for (const key of path) {
    const child = findChild(node, key);
    if (!child) break;
    offset = child.offset ?? offset;
    node = child.node;
  }
  return offset;
};

const SYNTAX_ERROR_CAUSES: Partial<Record<ErrorCode, string>> = {
  BAD_INDENT: 'os espaços no começo da linha não combinam com os das linhas vizinhas',
  BLOCK_AS_IMPLICIT_KEY: 'há dois-pontos a mais; um texto que contém ": " fica entre aspas',
  BAD_SCALAR_START: 'um texto que começa com @, ` ou % fica entre aspas',
  DUPLICATE_KEY: 'o campo aparece duas vezes no mesmo grupo',
  MISSING_CHAR: 'falta fechar aspas, colchetes ou chaves, ou faltam os dois-pontos do campo',
  MULTILINE_IMPLICIT_KEY: 'falta o sinal de dois-pontos depois do nome do campo',
  TAG_RESOLVE_FAILED: 'um texto que começa com ! fica entre aspas',
  TAB_AS_INDENT: 'há uma tabulação no começo da linha; use espaços',
  UNEXPECTED_TOKEN: `há um sinal fora do lugar; um texto que começa com {, [, > ou - fica entre aspas, e aspas dentro de aspas são do outro tipo, como em "copo d'água"`,
};

const explainCut = (kept: string, cut: string): string =>
  `o YAML lê só "${kept}" e toma "${cut}" por comentário; ponha o texto entre aspas ("${`${kept} ${cut}`.trim()}"), ou o comentário em uma linha só dele`;

/** Finds unquoted texts that YAML cuts at a comment: `label: Somos #1`. */
const findCutTexts = (document: Document, source: string) => {
  const cuts: { offset: number; sentence: string }[] = [];
  visit(document, {
    Scalar: (key, node) => {
      const end = node.range?.[1];
      // `label: #1` has an empty value; a written `null` is not a text.
      const isText = typeof node.value === 'string' || (node.value === null && !node.source);
      if (key === 'key' || node.type !== 'PLAIN' || !isText || end === undefined) return;
      const cut = /^[ \t]*(#.*)/.exec(source.slice(end))?.[1];
      if (cut === undefined) return;
      cuts.push({ offset: end, sentence: explainCut(String(node.value ?? ''), cut.trim()) });
    },
  });
  return cuts;
};

/** Returns the offset of an alias without an anchor or inside its value, else of the last alias. */
const findAlias = (document: Document) => {
  let offset = 0;
  visit(document, {
    Alias: (_key, alias, ancestors) => {
      offset = alias.range?.[0] ?? 0;
      const isInside = ancestors.some((node) => isCollection(node) && node.anchor === alias.source);
      return alias.resolve(document) && !isInside ? undefined : visit.BREAK;
    },
  });
  return offset;
};

/** Renames fields that a seller's older copy calls `lead`; the seller's facts keep their names. */
export function renameOldFields(document: Document): void {
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
}

/**
 * `yaml` takes a carriage return alone for a part of the line, although YAML ends the line there. No-break spaces,
 * which other programs write, become spaces where YAML needs them; the text keeps its length.
 */
export const withYamlSpaces = (text: string): string =>
  text
    .replace(/\r(?!\n)/g, '\n')
    .replace(/^[ \u00a0]*(?:-[ \u00a0]+)?(?:\w+:\u00a0)?/gm, (start) =>
      start.replaceAll('\u00a0', ' '),
    );

export const parseYamlFile = (text: string, name: string): ReadResult => {
  const source = withYamlSpaces(text);
  const lines = new LineCounter();
  const document = parseDocument(source, { lineCounter: lines, prettyErrors: false });
  renameOldFields(document);
  // A warning names an unknown tag, such as the first word of `label: !Quero entrar`, which YAML drops.
  const errors = [...document.errors, ...document.warnings];
  if (errors.length > 0) {
    const problems = errors.map(({ pos, code }) => {
      const { line, col: column } = lines.linePos(pos[0]);
      const cause = SYNTAX_ERROR_CAUSES[code] ?? 'há um sinal fora do lugar';
      return {
        file: name,
        line,
        column,
        path: [],
        sentence: `o arquivo não está em YAML válido: ${cause}`,
        editorSentence: UNREADABLE_SENTENCE,
      };
    });
    return { problems };
  }
  const lineAt = (offset: number) => Math.max(1, lines.linePos(offset).line);
  const problems = findCutTexts(document, source).map(({ offset, sentence }) => ({
    file: name,
    line: lineAt(offset),
    path: [],
    sentence,
    editorSentence: UNREADABLE_SENTENCE,
  }));
  const lineOf = (path: FieldPath) => lineAt(findOffset(document.contents, path));
  try {
    const value: unknown = document.toJS() ?? {};
    // A value that contains itself throws.
    JSON.stringify(value);
    return { file: { name, value, lineOf }, problems };
  } catch {
    // An alias has no anchor or is inside its value, or aliases make a huge value.
    const sentence =
      'o arquivo não está em YAML válido: um texto que começa com * ou & fica entre aspas';
    const line = lineAt(findAlias(document));
    return {
      problems: [{ file: name, line, path: [], sentence, editorSentence: UNREADABLE_SENTENCE }],
    };
  }
};

export const readYamlFile = (path: string, name: string): ReadResult => {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch {
    const sentence = 'o arquivo não existe ou não pode ser lido';
    return {
      problems: [{ file: name, line: 0, path: [], sentence, editorSentence: UNREADABLE_SENTENCE }],
    };
  }
  // A text contains no NUL, but UTF-16 contains many.
  const isText = (part: Buffer) => isUtf8(part) && !part.includes(0);
  if (isText(bytes)) return parseYamlFile(new TextDecoder().decode(bytes), name);
  const lines = bytes.toString('latin1').split('\n');
  const line = 1 + lines.findIndex((text) => !isText(Buffer.from(text, 'latin1')));
  const sentence =
    'o arquivo não está em UTF-8, e os acentos se perderiam; salve-o de novo com a codificação UTF-8';
  return {
    problems: [{ file: name, line, path: [], sentence, editorSentence: UNREADABLE_SENTENCE }],
  };
};
