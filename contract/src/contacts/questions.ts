/** The application's questions, which content chooses. Browser code imports this file, so it does not import zod. */

import { fitText } from '../fit.ts';
import type { JourneyRecord } from '../journey.ts';
import type { UtmRecord } from '../utm.ts';
import {
  APPLICATION_RULES,
  type ApplicationField,
  type ApplicationFields,
  EMPTY_APPLICATION,
} from './application-rules.ts';
import { fitEmail } from './email.ts';
import { type FurtherAnswer, fitAnswers, KIND_RULES } from './further-questions.ts';
import { isInstagram } from './instagram.ts';
import type { FieldRule } from './lead-rules.ts';
import type { Question, QuestionKind } from './question.ts';

/** What a visitor typed or chose, by question. Of several choices, the keys with commas between them. */
export type TypedAnswers = Readonly<Record<string, string>>;

/** The kinds of the questions that have a column, in the form's order. */
export const COLUMN_KINDS = {
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

/** Returns the questions that have a column; required are those that the specification requires. */
export const columnQuestions = (): Question[] =>
  Object.entries(COLUMN_KINDS).map(([key, kind]) => ({
    key,
    kind,
    required: key !== 'instagram' && key !== 'experiencia_anterior',
  }));

export const hasColumn = (key: string): key is ApplicationField =>
  Object.hasOwn(APPLICATION_RULES, key);

export const ruleOf = ({ key, kind }: Question): FieldRule =>
  hasColumn(key) ? APPLICATION_RULES[key] : KIND_RULES[kind];

/** Kinds that are never cut, as addresses: a shorter number or handle is another person's. */
const UNCUT: readonly QuestionKind[] = ['phone', 'instagram'];

/** Returns an answer as it is sent. */
export function fitTyped(question: Question, typed = ''): string {
  const { kind } = question;
  if (kind === 'email') return fitEmail(typed);
  return fitText(typed, UNCUT.includes(kind) ? Number.POSITIVE_INFINITY : ruleOf(question).length);
}

/** An Instagram field starts with `@`. */
const isEmpty = (text: string) => text === '' || text === '@';

/** Returns whether an answer can be sent as it was typed. */
export function isAnswerValid(question: Question, typed: string | undefined): boolean {
  const text = fitTyped(question, typed);
  return isEmpty(text) ? !question.required : ruleOf(question).isValid(text);
}

/** Returns the answers of a form that nobody has filled in. */
export const emptyAnswers = (questions: readonly Question[]): TypedAnswers =>
  Object.fromEntries(questions.map(({ key, kind }) => [key, kind === 'instagram' ? '@' : '']));

/** Returns the row that is saved when the visitor leaves step 1. */
export function fitDraft(id: string, typed: TypedAnswers) {
  const take = (key: ApplicationField, kind: QuestionKind) =>
    fitTyped({ key, kind, required: true }, typed[key]);
  const instagram = take('instagram', 'instagram');
  return {
    id,
    nome: take('nome', 'text'),
    email: take('email', 'email'),
    whatsapp: take('whatsapp', 'phone'),
    // A later step may ask for it.
    instagram: isInstagram(instagram) ? instagram : '',
  };
}

interface Visit {
  readonly utms: UtmRecord;
  readonly journey: JourneyRecord;
}

/** Returns the row that is sent at the end, with the visit's source and journey. Columns without a question are empty. */
export function fitApplication(
  id: string,
  questions: readonly Question[],
  typed: TypedAnswers,
  { utms, journey }: Visit,
) {
  const { tempo_jornada_segundos, paginas_visitadas } = journey;
  const fields: ApplicationFields = { ...EMPTY_APPLICATION };
  const further: FurtherAnswer[] = [];
  for (const question of questions) {
    const { key, kind } = question;
    const text = fitTyped(question, typed[key]);
    if (hasColumn(key)) fields[key] = text;
    else if (!isEmpty(text)) further.push({ key, kind, text });
  }
  const respostas = fitAnswers(further);
  return {
    id,
    ...fields,
    ...(Object.keys(respostas).length > 0 && { respostas }),
    ...utms,
    tempo_jornada_segundos,
    paginas_visitadas,
  };
}
