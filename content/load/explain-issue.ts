import { type FieldPath, valueAtPath } from '@funil/contract/field-values';
import { z } from 'zod';
import { findPossibleAmounts, moneyDescription } from '../schema/money.ts';
import { findClosestName } from './closest-name.ts';
import type { ContentProblem } from './content-error.ts';
import { makeFieldProblem, type YamlFile } from './yaml-file.ts';

const TYPE_NOUNS: Record<string, string> = {
  array: 'uma lista',
  boolean: 'true (sim) ou false (não)',
  int: 'um número inteiro',
  number: 'um número',
  object: 'um grupo de campos',
  string: 'um texto',
};

const FORMAT_NOUNS: Record<string, string> = {
  email: 'um endereço de e-mail',
  url: 'um endereço completo, que começa com https://',
};

const FILLED_TEXT_NOUN = 'um texto preenchido';

const formatItems = (count: number | bigint) => (count === 1 ? '1 item' : `${count} itens`);

/** Returns the words after "esperava"; undefined for other issues. A schema's own message takes precedence. */
export function describeExpectation(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return TYPE_NOUNS[issue.expected];
    case 'too_small':
      if (issue.origin === 'array') return `uma lista com pelo menos ${formatItems(issue.minimum)}`;
      if (issue.origin === 'string') return FILLED_TEXT_NOUN;
      return `um número ${issue.inclusive ? 'a partir de' : 'maior que'} ${issue.minimum}`;
    case 'too_big':
      if (issue.origin === 'array') return `uma lista com no máximo ${formatItems(issue.maximum)}`;
      if (issue.origin === 'string') return `um texto com até ${issue.maximum} caracteres`;
      return `um número até ${issue.maximum}`;
    case 'invalid_format':
      return FORMAT_NOUNS[issue.format];
    case 'invalid_value': {
      const values = issue.values.map((value) => `"${String(value)}"`);
      return values.length === 1 ? values[0] : `um destes valores: ${values.join(', ')}`;
    }
    default:
      return undefined;
  }
}

const MAX_QUOTED_LENGTH = 40;

function describeValue(value: unknown): string {
  if (value === null) return 'um campo vazio';
  if (typeof value === 'string') {
    if (value.trim() === '') return 'um texto vazio';
    const isLong = value.length > MAX_QUOTED_LENGTH;
    return `o texto "${isLong ? `${value.slice(0, MAX_QUOTED_LENGTH)}…` : value}"`;
  }
  if (typeof value === 'number') return `o número ${value}`;
  if (typeof value === 'boolean') return `o valor ${value}`;
  if (Array.isArray(value)) return `uma lista com ${formatItems(value.length)}`;
  return 'um grupo de campos';
}

function listFields(schema: unknown, path: FieldPath): string[] {
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault
  ) {
    return listFields(schema.unwrap(), path);
  }
  if (schema instanceof z.ZodDiscriminatedUnion) {
    return [...new Set(schema.options.flatMap((option) => listFields(option, path)))];
  }
  const [key, ...innerPath] = path;
  if (schema instanceof z.ZodArray) return listFields(schema.element, innerPath);
  if (!(schema instanceof z.ZodObject)) return [];
  return key === undefined
    ? Object.keys(schema.shape)
    : listFields(schema.shape[String(key)], innerPath);
}

/** Returns the possible meanings of an ambiguous amount, and how to write each. */
function adviseMoney(value: unknown): string {
  const amounts = findPossibleAmounts(String(value));
  const advice = amounts.map((amount) => `"${amount.replace('R$ ', '')}"`).join(' ou ');
  if (amounts.length > 1) return `; pode ser ${amounts.join(' ou ')}: escreva ${advice}`;
  return amounts.length === 1 ? `; escreva ${advice}` : '';
}

function adviseYaml(expectation: string, value: unknown): string {
  if (expectation === moneyDescription) return adviseMoney(value);
  if (expectation === TYPE_NOUNS.boolean && (value === 'true' || value === 'false'))
    return '; tire as aspas';
  if (expectation === TYPE_NOUNS.array && typeof value === 'string')
    return '; cada item fica em uma linha, depois de um hífen e um espaço';
  if (!/^um texto|ou um texto$/.test(expectation)) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return '; ponha o valor entre aspas';
  if (typeof value === 'object' && value !== null) {
    return '; um texto que começa com { ou [, ou que contém ": ", fica entre aspas';
  }
  return '';
}

/** Returns advice for the editor, which shows no YAML. */
function adviseEditor(expectation: string, value: unknown): string {
  const isText = expectation === TYPE_NOUNS.string || expectation === FILLED_TEXT_NOUN;
  if (String(value ?? '').trim() === '') {
    return isText ? 'falta preencher este campo' : `falta preencher: ${expectation}`;
  }
  const advice = expectation === moneyDescription ? adviseMoney(value) : '';
  return `o certo aqui é ${expectation}${advice}`;
}

interface FileWithSchema {
  readonly file: YamlFile;
  readonly schema: z.ZodType;
}

function explainUnknownField(
  { file, schema }: FileWithSchema,
  path: FieldPath,
  key: string,
): ContentProblem {
  const names = listFields(schema, path);
  const closestName = findClosestName(key, names);
  // A copied name looks right although an invisible character is in it.
  const isDisguised = closestName !== undefined && key.replace(/[^\w.-]/g, '') === closestName;
  const advice = isDisguised
    ? `digite de novo "${closestName}", que aqui tem um caractere a mais`
    : closestName
      ? `você quis dizer "${closestName}"?`
      : `os campos aqui são: ${names.join(', ')}`;
  return makeFieldProblem(
    file,
    [...path, key],
    `este campo não existe; ${advice}`,
    'mudou fora do painel, e a página não conhece este campo',
  );
}

export function explainIssue(
  source: FileWithSchema,
  issue: z.core.$ZodIssue,
  path: FieldPath,
): ContentProblem[] {
  const { file } = source;
  const { message } = issue;
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => explainUnknownField(source, path, key));
  }
  const value = valueAtPath(file.value, path);
  const sentence =
    value === undefined
      ? `falta este campo obrigatório; esperava ${message}`
      : `esperava ${message}, encontrou ${describeValue(value)}${adviseYaml(message, value)}`;
  return [makeFieldProblem(file, path, sentence, adviseEditor(message, value))];
}
