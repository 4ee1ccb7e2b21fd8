// This file imports no zod, because the page loads it.

import {
  APPLICATION_RULES,
  type ApplicationField,
  EMPTY_APPLICATION,
} from '../application-rules.ts';
import { isInstagram } from '../instagram.ts';
import { createFormRules, type TypedAnswers, type VisitRecords } from './form-questions.ts';
import type { Question, QuestionKind } from './question.ts';

/** The questions that have a column, in the form's order. */
export const APPLICATION_COLUMN_KINDS = {
  nome: 'text',
  email: 'email',
  whatsapp: 'phone',
  instagram: 'instagram',
  empresa: 'text',
  cargo: 'text',
  faturamento: 'choice',
  principais_desafios: 'longText',
  cronograma: 'choice',
  experiencia_anterior: 'longText',
} as const satisfies Partial<Record<ApplicationField, QuestionKind>>;

/** Returns the questions that have a column. Only Instagram and earlier experience are optional. */
export const listApplicationColumnQuestions = (): Question[] =>
  Object.entries(APPLICATION_COLUMN_KINDS).map(([key, kind]) => ({
    key,
    kind,
    required: key !== 'instagram' && key !== 'experiencia_anterior',
  }));

const APPLICATION_FORM_RULES = createFormRules(APPLICATION_RULES);
export const {
  hasColumn: hasApplicationColumn,
  ruleOf: applicationRuleOf,
  sanitizeAnswer: sanitizeApplicationAnswer,
  isAnswerValid: isApplicationAnswerValid,
  findDoubt: findApplicationDoubt,
  findErrors: findApplicationErrors,
} = APPLICATION_FORM_RULES;

export const emptyAnswers = (questions: readonly Question[]): TypedAnswers =>
  Object.fromEntries(questions.map(({ key, kind }) => [key, kind === 'instagram' ? '@' : '']));

/** Returns the row that is saved when the visitor leaves step 1. */
export function makeDraftRow(id: string, typed: TypedAnswers) {
  const sanitizeField = (key: ApplicationField, kind: QuestionKind) =>
    sanitizeApplicationAnswer({ key, kind, required: true }, typed[key]);
  const instagram = sanitizeField('instagram', 'instagram');
  return {
    id,
    nome: sanitizeField('nome', 'text'),
    email: sanitizeField('email', 'email'),
    whatsapp: sanitizeField('whatsapp', 'phone'),
    // An invalid handle becomes empty instead of blocking the draft, because the field may be in a later step.
    instagram: isInstagram(instagram) ? instagram : '',
  };
}

/** Returns the row that is sent at the end. Columns without a question are empty. */
export function makeApplicationRow(
  id: string,
  questions: readonly Question[],
  typed: TypedAnswers,
  { utms, journey }: VisitRecords,
) {
  const { tempo_jornada_segundos, paginas_visitadas } = journey;
  return {
    id,
    ...EMPTY_APPLICATION,
    ...APPLICATION_FORM_RULES.makeColumns(questions, typed),
    ...utms,
    tempo_jornada_segundos,
    paginas_visitadas,
  };
}
