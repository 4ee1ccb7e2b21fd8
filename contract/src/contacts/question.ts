/** Questions of the forms, and answers that have no column. */
export type QuestionKind =
  | ('text' | 'longText' | 'choice' | 'choices')
  | ('number' | 'email' | 'phone' | 'instagram');

export interface Question {
  /** The name of its column, or its key in the column `respostas`. */
  readonly key: string;
  readonly kind: QuestionKind;
  readonly required: boolean;
}

/** An answer in `respostas`, because no column has its name. */
export type Answer = string | number | string[];
/** The column `respostas`: answers by the key of their question. */
export type Answers = Record<string, Answer>;
