import { countTrimmed, hasMaxLength } from '../characters.ts';
import type { FieldRule } from '../text.ts';
import { findEmailDoubt, isEmail, MAX_EMAIL_LENGTH } from './email.ts';
import { digitsOf, isBrazilianPhone, MAX_NATIONAL_DIGITS } from './phone.ts';
import type { QuestionKind } from './questions/question.ts';

const MAX_NAME_LENGTH = 200;
const MAX_PHONE_LENGTH = 40;

/** True if a text has at least `min` characters between its first and its last visible one, both included. */
export const hasMinLength = (text: string, min: number): boolean => countTrimmed(text) >= min;

export const isPhone = (text: string): boolean =>
  hasMaxLength(text, MAX_PHONE_LENGTH) && digitsOf(text).length >= 10;

export const minLengthRule = (min: number) => ({
  minLength: min,
  isValid: (text: string): boolean => hasMinLength(text, min),
});

/**
 * Returns a hint for a number that is neither a complete Brazilian number nor a foreign one. Expects the number as
 * the form's mask writes it.
 */
function findPhoneDoubt(text: string): string | undefined {
  const digits = digitsOf(text.replace(/^\+55/, ''));
  if (/^\+(?!55)/.test(text) || isBrazilianPhone(digits)) return undefined;
  return digits.length < MAX_NATIONAL_DIGITS
    ? 'Falta um dígito? Celular tem 9.'
    : 'Confira o número. De outro país, comece com +.';
}

/** A column that visitors fill in. Rows, files, webhooks, mails and imports take their columns from these rules. */
export interface LeadColumn extends FieldRule {
  readonly kind: QuestionKind;
  readonly label: string;
}

/** The rules, in the order of the form's fields. All columns except name and phone may be missing, null or empty. */
export const LEAD_RULES = {
  nome: {
    kind: 'text',
    label: 'Nome',
    maxLength: MAX_NAME_LENGTH,
    ...minLengthRule(2),
    message: 'Nome deve ter pelo menos 2 caracteres',
  },
  telefone: {
    kind: 'phone',
    label: 'Telefone',
    maxLength: MAX_PHONE_LENGTH,
    isValid: isPhone,
    message: 'WhatsApp inválido (mínimo 10 dígitos)',
    doubt: findPhoneDoubt,
  },
  email: {
    kind: 'email',
    label: 'E-mail',
    maxLength: MAX_EMAIL_LENGTH,
    isValid: isEmail,
    message: 'Email inválido',
    doubt: findEmailDoubt,
  },
} as const satisfies Readonly<Record<string, LeadColumn>>;
export type LeadField = keyof typeof LEAD_RULES;

const { nome: _nome, telefone: _telefone, ...optionalRules } = LEAD_RULES;
export const OPTIONAL_LEAD_RULES = optionalRules;
export type OptionalLeadField = keyof typeof OPTIONAL_LEAD_RULES;

export const mapRules = <Column extends string, Rule, Value>(
  rules: Readonly<Record<Column, Rule>>,
  toValue: (rule: Rule, column: Column) => Value,
) =>
  Object.fromEntries(
    Object.entries<Rule>(rules).map(([column, rule]) => [column, toValue(rule, column as Column)]),
  ) as Record<Column, Value>;
