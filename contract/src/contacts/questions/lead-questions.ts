// This file imports no zod, because the page loads it.

import { LEAD_RULES, type LeadField } from '../lead-rules.ts';
import { createFormRules, type TypedAnswers, type VisitRecords } from './form-questions.ts';
import type { Question } from './question.ts';

const LEAD_FORM_RULES = createFormRules(LEAD_RULES);
export const {
  ruleOf: leadRuleOf,
  findDoubt: findLeadDoubt,
  findErrors: findLeadErrors,
} = LEAD_FORM_RULES;

/** Returns the questions that have a column; only name and phone are required. */
export const listLeadColumnQuestions = (): Question[] =>
  Object.entries(LEAD_RULES).map(([key, { kind }]) => ({
    key,
    kind,
    required: key === 'nome' || key === 'telefone',
  }));

interface FieldTexts {
  readonly label: string;
}

interface LeadFormContent<Further> {
  readonly fields: Readonly<Record<'nome' | 'telefone', FieldTexts>> & {
    readonly email?: (FieldTexts & { readonly required: boolean }) | undefined;
  };
  readonly questions?: readonly Further[] | undefined;
}

const toQuestion = (key: LeadField, { label }: FieldTexts, required = true) => ({
  key,
  kind: LEAD_RULES[key].kind,
  label,
  required,
});

export const listLeadQuestions = <Further extends Question & FieldTexts>({
  fields: { nome, telefone, email },
  questions = [],
}: LeadFormContent<Further>) => [
  toQuestion('nome', nome),
  toQuestion('telefone', telefone),
  ...(email ? [toQuestion('email', email, email.required)] : []),
  ...questions,
];

export const makeLeadFields = (questions: readonly Question[], typed: TypedAnswers) => ({
  nome: '',
  telefone: '',
  ...LEAD_FORM_RULES.makeColumns(questions, typed),
});

export function makeLeadRow(
  questions: readonly Question[],
  typed: TypedAnswers,
  { utms, journey }: VisitRecords,
) {
  const { inicio_sessao: _, ...journeyColumns } = journey;
  return { ...makeLeadFields(questions, typed), ...utms, ...journeyColumns };
}
