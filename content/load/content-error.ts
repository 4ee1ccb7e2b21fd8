import { formatQuantity } from '@funil/contract/counts';
import type { FieldPath } from '@funil/contract/field-values';
import type { ProblemMend } from '@funil/contract/page/page-editor';

/** A problem of the content. `line` and `column` count from 1; line 0 means the complete file. */
export interface ContentProblem {
  readonly file: string;
  readonly line: number;
  readonly column?: number;
  /** The field; empty means the complete file. */
  readonly path: FieldPath;
  /** The explanation in Portuguese, without file, line and field. */
  readonly sentence: string;
  /** For the editor, which shows no file and no YAML; absent if `sentence` also suits the editor. */
  readonly editorSentence?: string;
  readonly mend?: ProblemMend | undefined;
}

/** Returns `cases[2].title`; list items count from 1. */
const formatPath = (path: FieldPath): string =>
  path
    .map((part) => (typeof part === 'number' ? `[${part + 1}]` : `.${part}`))
    .join('')
    .replace(/^\./, '');

function formatProblem({ file, line, column, path, sentence }: ContentProblem): string {
  const position = [file];
  if (line > 0) position.push(`linha ${line}`);
  if (column !== undefined) position.push(`coluna ${column}`);
  if (path.length > 0) position.push(`campo "${formatPath(path)}"`);
  return `${position.join(', ')}: ${sentence}`;
}

/** An error whose message lists all problems of the content, one per line. */
export class ContentError extends Error {
  override readonly name = 'ContentError';
  readonly sentences: readonly string[];
  readonly problems: readonly ContentProblem[];

  constructor(problems: readonly ContentProblem[]) {
    const sentences = problems.map(formatProblem);
    const problemCount = formatQuantity(sentences.length, 'problema', 'problemas');
    super(
      [`O conteúdo tem ${problemCount}:`, ...sentences.map((sentence) => `- ${sentence}`)].join(
        '\n',
      ),
    );
    this.sentences = sentences;
    this.problems = problems;
    // Without a stack, programs print only the message, because a position in this code does not help a seller.
    this.stack = '';
  }
}
