/**
 * The questions of the short form, to which content may add. Browser code imports this file, so it does not import zod.
 */
import { createFormRules, type TypedAnswers, type VisitRecords } from './form-questions.ts';
import { LEAD_RULES, type LeadField } from './lead-rules.ts';
import type { Question } from './question.ts';

const LEAD_FORM_RULES = createFormRules(LEAD_RULES);
export const {
  ruleOf: leadRuleOf,
  findDoubt: findLeadDoubt,
  findErrors: findLeadErrors,
} = LEAD_FORM_RULES;

/** Returns the questions that have a column; name and phone are required. */
export const listLeadColumnQuestions = (): Question[] =>
  Object.entries(LEAD_RULES).map(([key, { kind }]) => ({
    key,
    kind,
    required: key === 'nome' || key === 'telefone',
  }));

interface FieldTexts {
  readonly label: string;
}

/** A form as content describes it. */
interface LeadForm<Further> {
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

/** Returns a form's questions in its order: name, phone, e-mail if content asks for it, further questions. */
export const listLeadQuestions = <Further extends Question & FieldTexts>({
  fields: { nome, telefone, email },
  questions = [],
}: LeadForm<Further>) => [
  toQuestion('nome', nome),
  toQuestion('telefone', telefone),
  ...(email ? [toQuestion('email', email, email.required)] : []),
  ...questions,
];

/** Returns the answers as columns of a lead's row. */
export const makeLeadFields = (questions: readonly Question[], typed: TypedAnswers) => ({
  nome: '',
  telefone: '',
  ...LEAD_FORM_RULES.makeColumns(questions, typed),
});

/** Returns the lead's row: the answers, the visit's source and its journey so far. */
export function makeLeadRow(
  questions: readonly Question[],
  typed: TypedAnswers,
  { utms, journey }: VisitRecords,
) {
  const { inicio_sessao: _, ...journeyColumns } = journey;
  return { ...makeLeadFields(questions, typed), ...utms, ...journeyColumns };
}
