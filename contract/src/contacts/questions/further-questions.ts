/** A page on which every question has a column is built without this file (site/build/content-modules.ts). */

import type { FieldRule } from '../../text.ts';
import { APPLICATION_RULES } from '../application-rules.ts';
import { hasMinLength } from '../lead-rules.ts';
import type { Answers, Question, QuestionKind } from './question.ts';

/** Limits of the column `respostas`, which answers.ts checks; lengths are in characters. */
export const MAX_ANSWERS = 40;
export const MAX_ANSWER_LENGTH = 2000;
export const MAX_CHOICES = 40;
export const MAX_CHOICE_LENGTH = 200;
/** Limit of all keys and texts together, in bytes of UTF-8. */
export const MAX_ANSWERS_BYTES = 16_384;

const byteLength = (text: string) => new TextEncoder().encode(text).length;

export const countBytes = (answers: Answers): number =>
  Object.entries(answers)
    .flat(2)
    .reduce<number>((sum, part) => sum + (typeof part === 'string' ? byteLength(part) : 0), 0);

const isText = (text: string) => hasMinLength(text, 1);

/** The rules of questions without a column, for answers that are not empty. */
export const QUESTION_RULES: Readonly<Record<QuestionKind, FieldRule>> = {
  text: { maxLength: 200, isValid: isText, message: 'Preencha este campo' },
  longText: { maxLength: MAX_ANSWER_LENGTH, isValid: isText, message: 'Preencha este campo' },
  choice: { maxLength: MAX_CHOICE_LENGTH, isValid: isText, message: 'Selecione uma opção' },
  choices: {
    maxLength: Number.POSITIVE_INFINITY,
    isValid: isText,
    message: 'Selecione ao menos uma opção',
  },
  number: {
    maxLength: 30,
    isValid: (text) => Number.isFinite(parseNumber(text)),
    message: 'Digite um número',
  },
  email: APPLICATION_RULES.email,
  phone: { ...APPLICATION_RULES.whatsapp, message: 'Telefone inválido (mínimo 10 dígitos)' },
  instagram: APPLICATION_RULES.instagram,
};

/** Returns the number in `1.500,50`, as Brazilians type it; NaN if the text is no number. */
export function parseNumber(text: string): number {
  const typed = text.replace(/R\$|[\s%]/g, '');
  // A dot before three digits separates thousands.
  return Number(typed.replace(/\.(?=\d{3}\b)/g, '').replace(',', '.') || Number.NaN);
}

/** A filled answer as `sanitizeAnswer` returns it. */
export interface FurtherAnswer extends Pick<Question, 'key' | 'kind'> {
  readonly text: string;
}

/** Returns the column `respostas`. Once all answers together reach the limit in bytes, further texts are cut. */
export function makeAnswersColumn(filled: readonly FurtherAnswer[]): Answers {
  let remainingBytes = MAX_ANSWERS_BYTES - filled.reduce((sum, { key }) => sum + key.length, 0);
  const cutToLimit = (text: string) => {
    const fittingAnswer =
      byteLength(text) > remainingBytes ? [...text].slice(0, remainingBytes / 4).join('') : text;
    remainingBytes -= byteLength(fittingAnswer);
    return fittingAnswer;
  };
  const answers: Answers = {};
  for (const { key, kind, text } of filled) {
    if (kind === 'number') answers[key] = parseNumber(text);
    else answers[key] = kind === 'choices' ? text.split(',').map(cutToLimit) : cutToLimit(text);
  }
  return answers;
}
