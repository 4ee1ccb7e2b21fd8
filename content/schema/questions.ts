import { REVENUE_CHOICES, SCHEDULE_CHOICES } from '@funil/contract/contacts/application-rules';
import { LEAD_RULES, type LeadColumn } from '@funil/contract/contacts/lead-rules';
import {
  ANSWER_KEY_PATTERN,
  APPLICATION_COLUMNS,
  LEAD_COLUMNS,
} from '@funil/contract/contacts/questions/answers';
import { APPLICATION_COLUMN_KINDS } from '@funil/contract/contacts/questions/application-questions';
import { MAX_ANSWERS, MAX_CHOICES } from '@funil/contract/contacts/questions/further-questions';
import { HONEYPOT_FIELD } from '@funil/contract/contacts/robot-signals';
import { z } from 'zod';
import { text } from './parts.ts';

const optionSchema = z.strictObject({
  key: z
    .string()
    .regex(/^[a-z0-9][a-z0-9+_.-]{0,59}$/, {
      error: 'uma chave com minúsculas, dígitos, "+", "-", "_" e ".", sem espaços nem acentos',
    })
    .meta({ widget: 'key' })
    .describe('O que é gravado. Não mude depois de publicar: o rótulo, sim, pode mudar.'),
  label: text.describe('O que o visitante lê.'),
});

const optionsSchema = z
  .array(optionSchema)
  .min(2)
  .max(MAX_CHOICES)
  .refine((list) => new Set(list.map(({ key }) => key)).size === list.length, {
    error: 'uma lista em que nenhuma chave se repete',
  })
  .describe('As opções, na ordem em que aparecem.');

const commonFields = {
  key: z
    .string()
    .regex(ANSWER_KEY_PATTERN, {
      error:
        'uma chave com minúsculas, dígitos e "_", que começa com letra e tem até 40 caracteres',
    })
    .meta({ widget: 'key' })
    .describe(
      'O nome com que a resposta é gravada. Não mude depois de publicar. A mesma chave nos dois formulários é a mesma pergunta. Na aplicação, as dez da demonstração têm coluna própria; as outras vão para a coluna `respostas`.',
    ),
  label: text.describe('A pergunta.'),
  hint: text.optional().describe('Uma linha de ajuda abaixo do campo.'),
  required: z
    .boolean()
    .describe(
      'Se é preciso responder para avançar. Na aplicação, nome, e-mail e WhatsApp sempre são.',
    ),
};

const typedQuestion = <Kind extends string>(kind: Kind, description: string) =>
  z.strictObject({
    kind: z.literal(kind).describe(description),
    ...commonFields,
    placeholder: text.optional().describe('O exemplo dentro do campo vazio.'),
  });

const QUESTION_KINDS = {
  text: 'Texto de uma linha, até 200 caracteres.',
  longText: 'Texto de várias linhas, até 2.000 caracteres.',
  choice: 'Uma opção de uma lista.',
  choices: 'Uma ou mais opções, para marcar.',
  number: 'Um número, como `12` ou `1.500,50`.',
  email: 'Um e-mail.',
  phone: 'Um telefone com DDD.',
  instagram: 'Um perfil do Instagram.',
};

export const questionSchema = z
  .discriminatedUnion(
    'kind',
    [
      typedQuestion('text', QUESTION_KINDS.text),
      typedQuestion('longText', QUESTION_KINDS.longText),
      z.strictObject({
        kind: z.literal('choice').describe(QUESTION_KINDS.choice),
        ...commonFields,
        placeholder: text.describe('A primeira linha da lista, que não é resposta.'),
        options: optionsSchema,
      }),
      z.strictObject({
        kind: z.literal('choices').describe(QUESTION_KINDS.choices),
        ...commonFields,
        options: optionsSchema,
      }),
      typedQuestion('number', QUESTION_KINDS.number),
      typedQuestion('email', QUESTION_KINDS.email),
      typedQuestion('phone', QUESTION_KINDS.phone),
      typedQuestion('instagram', QUESTION_KINDS.instagram),
    ],
    {
      error: ({ code }) =>
        code === 'invalid_union'
          ? `um destes valores: ${Object.keys(QUESTION_KINDS)
              .map((kind) => `"${kind}"`)
              .join(', ')}`
          : undefined,
    },
  )
  .meta({ title: 'Pergunta' })
  .describe('Uma pergunta.');
export type QuestionContent = z.infer<typeof questionSchema>;
export type ChoicesContent = Extract<QuestionContent, { kind: 'choices' }>;

const COLUMN_OPTIONS: Readonly<Record<string, readonly string[]>> = {
  faturamento: REVENUE_CHOICES,
  cronograma: SCHEDULE_CHOICES,
};
const REQUIRED_KEYS = ['nome', 'email', 'whatsapp'];

const columnKindOf = (key: string): string | undefined =>
  Object.hasOwn(APPLICATION_COLUMN_KINDS, key)
    ? APPLICATION_COLUMN_KINDS[key as keyof typeof APPLICATION_COLUMN_KINDS]
    : undefined;

const quote = (words: readonly string[]) => words.map((word) => `"${word}"`).join(', ');

const EXPECTED_FREE_KEY = 'uma chave que o servidor não usa para outra coisa';
const EXPECTED_NEW_KEY = 'uma chave que nenhuma outra tem';

/** Returns the path of each invalid field, and the expected value in Portuguese. */
function findQuestionProblems(
  question: QuestionContent,
): [path: PropertyKey[], expected: string][] {
  const { key, kind } = question;
  const columnKind = columnKindOf(key);
  if (columnKind === undefined) {
    return [...APPLICATION_COLUMNS, HONEYPOT_FIELD].includes(key)
      ? [[['key'], EXPECTED_FREE_KEY]]
      : [];
  }
  if (kind !== columnKind) return [[['kind'], `"${columnKind}", o tipo de "${key}"`]];
  if (REQUIRED_KEYS.includes(key) && !question.required) {
    return [[['required'], `true: sem "${key}", ninguém responde à aplicação`]];
  }
  const optionKeys = COLUMN_OPTIONS[key] ?? [];
  if (question.kind !== 'choice') return [];
  return question.options.flatMap((option, index) =>
    optionKeys.includes(option.key)
      ? []
      : [[['options', index, 'key'], `uma destas chaves de "${key}": ${quote(optionKeys)}`]],
  );
}

const isFurther = ({ key }: { readonly key: string }) => columnKindOf(key) === undefined;

/** Reports problems of the application's questions, for `.superRefine` of the list of steps. */
export function checkQuestions(
  steps: readonly { readonly questions: readonly QuestionContent[] }[],
  context: z.RefinementCtx,
): void {
  const report = (path: PropertyKey[], message: string) =>
    context.addIssue({ code: 'custom', path, message });
  const keys = new Set<string>();
  steps.forEach(({ questions }, step) => {
    questions.forEach((question, index) => {
      const path = [step, 'questions', index];
      if (keys.has(question.key)) report([...path, 'key'], EXPECTED_NEW_KEY);
      keys.add(question.key);
      for (const [field, expected] of findQuestionProblems(question))
        report([...path, ...field], expected);
    });
  });
  const firstStepKeys = steps[0]?.questions.map(({ key }) => key) ?? [];
  const missingKeys = REQUIRED_KEYS.filter((key) => !firstStepKeys.includes(key));
  if (missingKeys.length > 0) {
    report([0, 'questions'], `uma primeira etapa que também pergunte ${quote(missingKeys)}`);
  }
  if (steps.flatMap(({ questions }) => questions.filter(isFurther)).length > MAX_ANSWERS) {
    report([], `no máximo ${MAX_ANSWERS} perguntas além das que têm coluna própria`);
  }
}

/** Reports problems of the short form's further questions, for `.superRefine` of their list. */
export function checkLeadQuestions(
  questions: readonly QuestionContent[],
  context: z.RefinementCtx,
): void {
  const keys = new Set<string>();
  questions.forEach(({ key, kind }, index) => {
    const report = (field: string, message: string) =>
      context.addIssue({ code: 'custom', path: [index, field], message });
    if (keys.has(key)) report('key', EXPECTED_NEW_KEY);
    keys.add(key);
    const column = leadColumn(key);
    if (column && kind !== column.kind) report('kind', `"${column.kind}", o tipo de "${key}"`);
    else if (!column && [...LEAD_COLUMNS, HONEYPOT_FIELD].includes(key))
      report('key', EXPECTED_FREE_KEY);
  });
}

/** Columns that have a field in the short form, so that no further question may ask for them. */
const LEAD_FORM_FIELDS = ['nome', 'telefone', 'email'];

/** Returns a further question's column; undefined if its answers go to `respostas`. */
function leadColumn(key: string): LeadColumn | undefined {
  const columns: Readonly<Record<string, LeadColumn>> = LEAD_RULES;
  const isAskable = Object.hasOwn(columns, key) && !LEAD_FORM_FIELDS.includes(key);
  return isAskable ? columns[key] : undefined;
}
