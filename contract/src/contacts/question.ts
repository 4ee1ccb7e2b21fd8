export type QuestionKind =
  | ('text' | 'longText' | 'choice' | 'choices')
  | ('number' | 'email' | 'phone' | 'instagram');

export interface Question {
  /** The name of the column, or the key in `respostas`. */
  readonly key: string;
  readonly kind: QuestionKind;
  readonly required: boolean;
}

export type Answer = string | number | string[];
export type Answers = Record<string, Answer>;
