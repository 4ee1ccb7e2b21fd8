import { z } from 'zod';
import { wantedMoney } from '../schema/money.ts';
import type { ContentProblem } from './content-error.ts';
import { describeValue } from './describe-value.ts';
import { readingsOf } from './money.ts';
import { nearest } from './nearest.ts';
import { fieldName, type Path, type YamlFile } from './yaml-file.ts';

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
  const readings = readingsOf(String(found));
  if (readings.length === 0) return '';
  const advice = readings.map((reading) => `"${unquoted(reading)}"`).join(' ou ');
  return readings.length === 1
    ? `; escreva ${advice}`
    : `; pode ser ${readings.join(' ou ')}: escreva ${advice}`;
};

const hint = (message: string, found: unknown): string => {
  if (message === wantedMoney) return moneyHint(found);
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
  const guess = nearest(key, known);
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
