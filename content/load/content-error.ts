/** One problem in the content. `line` and `column` count from 1; line 0 means the complete file. */
export interface ContentProblem {
  readonly file: string;
  readonly line: number;
  readonly column?: number;
  /** The explanation in Portuguese, without the position. */
  readonly sentence: string;
}

const formatProblem = ({ file, line, column, sentence }: ContentProblem): string => {
  const position = [file];
  if (line > 0) position.push(`linha ${line}`);
  if (column !== undefined) position.push(`coluna ${column}`);
  return `${position.join(', ')}${sentence.startsWith('campo') ? ', ' : ': '}${sentence}`;
};

/** Lists all problems of the content, one line each. */
export class ContentError extends Error {
  override readonly name = 'ContentError';
  readonly problems: readonly string[];

  constructor(found: readonly ContentProblem[]) {
    const problems = found.map(formatProblem);
    const count = problems.length === 1 ? '1 problema' : `${problems.length} problemas`;
    super([`O conteúdo tem ${count}:`, ...problems.map((problem) => `- ${problem}`)].join('\n'));
    this.problems = problems;
    // Programs that print the stack then print only the message: a position in this code does not help an editor.
    this.stack = this.message;
  }
}
