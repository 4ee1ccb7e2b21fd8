/** One thing wrong in the content. `line` and `column` count from 1; 0 where there is none. */
export interface ContentProblem {
  readonly file: string;
  readonly line: number;
  readonly column?: number;
  /** The whole sentence after the place, in Portuguese. */
  readonly sentence: string;
}

const place = ({ file, line, column }: ContentProblem): string =>
  [file, line > 0 && `linha ${line}`, column !== undefined && `coluna ${column}`]
    .filter(Boolean)
    .join(', ');

const heading = (count: number): string =>
  count === 1 ? 'O conteúdo tem 1 problema:' : `O conteúdo tem ${count} problemas:`;

/** Everything wrong in the content at once: one sentence a line, with file and line number. */
export class ContentError extends Error {
  override readonly name = 'ContentError';
  readonly problems: readonly string[];

  constructor(found: readonly ContentProblem[]) {
    const problems = found.map((problem) => {
      const separator = problem.sentence.startsWith('campo') ? ', ' : ': ';
      return `${place(problem)}${separator}${problem.sentence}`;
    });
    super([heading(problems.length), ...problems.map((problem) => `- ${problem}`)].join('\n'));
    this.problems = problems;
    // Whoever prints the stack prints the sentences alone: where in our code they were found helps no one.
    this.stack = this.message;
  }
}
