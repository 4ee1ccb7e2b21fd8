import { countVisible, hasAtMost } from '../characters.ts';
import type { FieldRule } from '../text.ts';
import { findEmailDoubt, isEmail, MAX_EMAIL_LENGTH } from './email.ts';
import { digitsOf, isBrazilianPhone, NATIONAL_DIGITS } from './phone.ts';
import type { QuestionKind } from './question.ts';

const NAME_MAX = 200;
const PHONE_MAX = 40;

/** True if a text has `min` characters from its first visible one to its last. */
export const hasVisible = (text: string, min: number): boolean => countVisible(text) >= min;

export const isPhone = (text: string): boolean =>
  hasAtMost(text, PHONE_MAX) && digitsOf(text).length >= 10;

/** Returns the part of a rule that asks for at least `min` characters. */
export const minimumVisible = (min: number) => ({
  min,
  isValid: (text: string): boolean => hasVisible(text, min),
});

/** Returns a question about a formatted number that is neither complete in Brazil nor foreign. */
function findPhoneDoubt(text: string): string | undefined {
  const digits = digitsOf(text.replace(/^\+55/, ''));
  if (/^\+(?!55)/.test(text) || isBrazilianPhone(digits)) return undefined;
  return digits.length < NATIONAL_DIGITS
    ? 'Falta um dígito? Celular tem 9.'
    : 'Confira o número. De outro país, comece com +.';
}

/** Rows, files, webhooks, mail and imports take the columns that visitors fill in from here. */
export interface LeadColumn extends FieldRule {
  readonly kind: QuestionKind;
  readonly label: string;
}

/** Rules in the order of the fields. All but name and phone may be missing, null or empty. */
export const LEAD_RULES = {
  nome: {
    kind: 'text',
    label: 'Nome',
    length: NAME_MAX,
    ...minimumVisible(2),
    message: 'Nome deve ter pelo menos 2 caracteres',
  },
  telefone: {
    kind: 'phone',
    label: 'Telefone',
    length: PHONE_MAX,
    isValid: isPhone,
    message: 'WhatsApp inválido (mínimo 10 dígitos)',
    doubt: findPhoneDoubt,
  },
  email: {
    kind: 'email',
    label: 'E-mail',
    length: MAX_EMAIL_LENGTH,
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
