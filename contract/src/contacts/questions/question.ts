export const QUESTION_KINDS = [
  'text',
  'longText',
  'choice',
  'choices',
  'number',
  'email',
  'phone',
  'instagram',
] as const;
export type QuestionKind = (typeof QUESTION_KINDS)[number];

export interface Question {
  /** The name of the column, or the key in `respostas`. */
  readonly key: string;
  readonly kind: QuestionKind;
  readonly required: boolean;
}

/** An answer in the column `respostas`, because no column has its question's name. */
export type Answer = string | number | string[];
/** The column `respostas`: answers by the key of their question. */
export type Answers = Record<string, Answer>;
