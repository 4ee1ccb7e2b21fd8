import { type Document, isScalar, type LineCounter, visit } from 'yaml';
import type { ContentProblem } from './content-error.ts';

/** A `#` behind a space starts a comment in YAML, on the same line as the text or number. */
const comment = /^[ \t]*(#.*)/;

interface Source {
  readonly name: string;
  readonly source: string;
  readonly lines: LineCounter;
}

const sentence = (kept: string, cut: string): string => {
  const whole = `${kept} ${cut}`.trim();
  return `o YAML lê só "${kept}" e toma "${cut}" por comentário; ponha o texto entre aspas ("${whole}"), ou o comentário em uma linha só dele`;
};

/** Unquoted texts that lose their end to a comment, such as `label: Somos #1`. */
export const cutTexts = (document: Document, { name, source, lines }: Source): ContentProblem[] => {
  const problems: ContentProblem[] = [];
  visit(document, {
    Scalar: (key, node) => {
      const end = node.range?.[1];
      // Nothing at all before the comment is a text, too; a written `null` is none.
      const isText = typeof node.value === 'string' || (node.value === null && !node.source);
      if (key === 'key' || node.type !== 'PLAIN' || !isText || end === undefined) return;
      const cut = comment.exec(source.slice(end).split('\n', 1)[0] ?? '')?.[1];
      if (cut === undefined || !isScalar(node)) return;
      problems.push({
        file: name,
        line: lines.linePos(end).line,
        sentence: sentence(String(node.value ?? ''), cut.trim()),
      });
    },
  });
  return problems;
};
