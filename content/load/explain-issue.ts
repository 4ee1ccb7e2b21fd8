import { z } from 'zod';
import { findPossibleAmounts, moneyDescription } from '../schema/money.ts';
import { findClosestName } from './closest-name.ts';
import type { ContentProblem } from './content-error.ts';
import { fieldName, type Path, type YamlFile } from './yaml-file.ts';

const types: Record<string, string> = {
  array: 'uma lista',
  boolean: 'true ou false',
  int: 'um número inteiro',
  number: 'um número',
  object: 'um grupo de campos',
  string: 'um texto',
};

const formats: Record<string, string> = {
  email: 'um endereço de e-mail',
  url: 'um endereço completo, que começa com https://',
};

const items = (count: number | bigint) => (count === 1 ? '1 item' : `${count} itens`);

const tooSmall = (issue: z.core.$ZodRawIssue<z.core.$ZodIssueTooSmall>): string => {
  if (issue.origin === 'array') {
    return `uma lista com ${issue.exact ? 'exatamente' : 'pelo menos'} ${items(issue.minimum)}`;
  }
  if (issue.origin === 'string') return 'um texto preenchido';
  return `um número ${issue.inclusive ? 'a partir de' : 'maior que'} ${issue.minimum}`;
};

const tooBig = (issue: z.core.$ZodRawIssue<z.core.$ZodIssueTooBig>): string => {
  if (issue.origin === 'array') {
    return `uma lista com ${issue.exact ? 'exatamente' : 'no máximo'} ${items(issue.maximum)}`;
  }
  if (issue.origin === 'string') return `um texto com até ${issue.maximum} caracteres`;
  return `um número ${issue.inclusive ? 'até' : 'menor que'} ${issue.maximum}`;
};

/** What a schema wanted, as it follows "esperava". Given to zod, so a schema's own words win. */
export const describeExpectation = (issue: z.core.$ZodRawIssue): string | undefined => {
  switch (issue.code) {
    case 'invalid_type':
      return types[issue.expected];
    case 'too_small':
      return tooSmall(issue);
    case 'too_big':
      return tooBig(issue);
    case 'invalid_format':
      return formats[issue.format];
    case 'invalid_value':
      return issue.values.length === 1
        ? `"${String(issue.values[0])}"`
        : `um destes valores: ${issue.values.map((value) => `"${String(value)}"`).join(', ')}`;
    default:
      return undefined;
  }
};

const MAX_SHOWN = 40;

/** What was found, as it ends a sentence: `o texto "mil"`, `uma lista com 2 itens`. */
const describeValue = (value: unknown): string => {
  if (value === null || value === undefined) return 'um campo vazio';
  if (typeof value === 'string') {
    if (value.trim() === '') return 'um texto vazio';
    return `o texto "${value.length > MAX_SHOWN ? `${value.slice(0, MAX_SHOWN)}…` : value}"`;
  }
  if (typeof value === 'number') return `o número ${value}`;
  if (typeof value === 'boolean') return `o valor ${value}`;
  if (Array.isArray(value)) {
    return value.length === 1 ? 'uma lista com 1 item' : `uma lista com ${value.length} itens`;
  }
  return 'um grupo de campos';
};

const child = (value: unknown, key: PropertyKey): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;

const valueAt = (value: unknown, path: Path): unknown => path.reduce(child, value);

const hasField = (value: unknown, path: Path): boolean => {
  const parent = valueAt(value, path.slice(0, -1));
  const key = path.at(-1);
  return key === undefined || (typeof parent === 'object' && parent !== null && key in parent);
};

const knownFields = (schema: unknown, path: Path): string[] => {
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault
  ) {
    return knownFields(schema.unwrap(), path);
  }
  const [key, ...rest] = path;
  if (schema instanceof z.ZodArray) return knownFields(schema.element, rest);
  if (!(schema instanceof z.ZodObject)) return [];
  return key === undefined
    ? Object.keys(schema.shape)
    : knownFields(schema.shape[String(key)], rest);
};

const unquoted = (reading: string) => reading.replace('R$ ', '');

/** What an amount that was written otherwise may mean, and how to write what is meant. */
const moneyHint = (found: unknown): string => {
  const readings = findPossibleAmounts(String(found));
  if (readings.length === 0) return '';
  const advice = readings.map((reading) => `"${unquoted(reading)}"`).join(' ou ');
  return readings.length === 1
    ? `; escreva ${advice}`
    : `; pode ser ${readings.join(' ou ')}: escreva ${advice}`;
};

const hint = (message: string, found: unknown): string => {
  if (message === moneyDescription) return moneyHint(found);
  if (!message.startsWith('um texto')) return '';
  if (typeof found === 'number' || typeof found === 'boolean') return '; ponha o valor entre aspas';
  if (typeof found === 'object' && found !== null) {
    return '; um texto que começa com { ou [, ou que contém ": ", fica entre aspas';
  }
  return '';
};

interface Source {
  readonly file: YamlFile;
  readonly schema: z.ZodType;
}

const unknownField = ({ file, schema }: Source, path: Path, key: string): ContentProblem => {
  const known = knownFields(schema, path);
  const guess = findClosestName(key, known);
  const advice = guess ? `você quis dizer "${guess}"?` : `os campos aqui são: ${known.join(', ')}`;
  const at = [...path, key];
  const sentence = `campo "${fieldName(at)}": este campo não existe; ${advice}`;
  return { file: file.name, line: file.lineOf(at), sentence };
};

/** Turns one zod issue, its path starting inside the file, into sentences for the operator. */
export const explainIssue = (source: Source, issue: z.core.$ZodIssue): ContentProblem[] => {
  const { file } = source;
  const { path } = issue;
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => unknownField(source, path, key));
  }
  const found = valueAt(file.value, path);
  const outcome = hasField(file.value, path)
    ? `esperava ${issue.message}, encontrou ${describeValue(found)}${hint(issue.message, found)}`
    : `falta este campo obrigatório; esperava ${issue.message}`;
  const subject = path.length > 0 ? `campo "${fieldName(path)}": ` : '';
  return [{ file: file.name, line: file.lineOf(path), sentence: `${subject}${outcome}` }];
};
