// This file imports no zod, because the page loads it.

import type { JourneyRecord } from '../../capture/journey.ts';
import type { UtmRecord } from '../../capture/utm.ts';
import { sanitizeText } from '../../sanitize.ts';
import type { FieldRule } from '../../text.ts';
import { sanitizeEmail } from '../email.ts';
import { type FurtherAnswer, makeAnswersColumn, QUESTION_RULES } from './further-questions.ts';
import type { Answers, Question, QuestionKind } from './question.ts';

/** A visitor's answers by question, as typed. Several choices are comma-separated keys. */
export type TypedAnswers = Readonly<Record<string, string>>;

/** The visit's origin and journey when a form is sent. */
export interface VisitRecords {
  readonly utms: UtmRecord;
  readonly journey: JourneyRecord;
}

/** Kinds of answers that are never cut, because a shorter number or handle would be another person's. */
const UNCUT_KINDS: readonly QuestionKind[] = ['phone', 'instagram'];

/** An untouched Instagram field contains `@`. */
const isUnanswered = (text: string): boolean => text === '' || text === '@';

/** Returns functions that clean and check a form's answers by the rules of its table's columns. */
export function createFormRules<Column extends string>(
  columns: Readonly<Record<Column, FieldRule>>,
) {
  // WebViews of 2021 lack Object.hasOwn.
  const hasColumn = (key: string): key is Column => Object.keys(columns).includes(key);

  const ruleOf = ({ key, kind }: Question): FieldRule =>
    hasColumn(key) ? columns[key] : QUESTION_RULES[kind];

  /** Returns the cleaned answer. Cuts it to the length of the question's rule, unless its kind is never cut. */
  function sanitizeAnswer(question: Question, typed = ''): string {
    const { kind } = question;
    if (kind === 'email') return sanitizeEmail(typed);
    return sanitizeText(
      typed,
      UNCUT_KINDS.includes(kind) ? Number.POSITIVE_INFINITY : ruleOf(question).maxLength,
    );
  }

  function isAnswerValid(question: Question, typed: string | undefined): boolean {
    const text = sanitizeAnswer(question, typed);
    return isUnanswered(text) ? !question.required : ruleOf(question).isValid(text);
  }

  /** Returns a hint for a valid answer that looks mistyped; undefined if there is none. */
  function findDoubt(question: Question, typed = ''): string | undefined {
    const { isValid, doubt } = ruleOf(question);
    const text = sanitizeAnswer(question, typed);
    return isValid(text) ? doubt?.(text) : undefined;
  }

  /** Returns the messages about invalid answers, by the key of the question. */
  const findErrors = (
    questions: readonly Question[],
    typed: TypedAnswers,
  ): Readonly<Record<string, string>> =>
    Object.fromEntries(
      questions
        .filter((question) => !isAnswerValid(question, typed[question.key]))
        .map((question) => [question.key, ruleOf(question).message]),
    );

  /** Returns the filled columns, and `respostas` if a question without a column is answered. */
  function makeColumns(
    questions: readonly Question[],
    typed: TypedAnswers,
  ): Partial<Record<Column, string>> & { respostas?: Answers } {
    const columnTexts: Partial<Record<Column, string>> = {};
    const furtherAnswers: FurtherAnswer[] = [];
    for (const question of questions) {
      const { key, kind } = question;
      const text = sanitizeAnswer(question, typed[key]);
      if (text === '') continue;
      if (hasColumn(key)) columnTexts[key] = text;
      else if (!isUnanswered(text)) furtherAnswers.push({ key, kind, text });
    }
    const respostas = makeAnswersColumn(furtherAnswers);
    return { ...columnTexts, ...(Object.keys(respostas).length > 0 && { respostas }) };
  }

  return { hasColumn, ruleOf, sanitizeAnswer, isAnswerValid, findDoubt, findErrors, makeColumns };
}
