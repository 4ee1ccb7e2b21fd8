import { countVisible, isWithin } from './characters.ts';
import { fitText } from './fit.ts';
import { countDigits } from './phone.ts';

const NAME_MIN = 2;
const NAME_MAX = 200;
const PHONE_DIGITS_MIN = 10;
const PHONE_MAX = 40;
/** What the visitor reads when they are not held to. */
const NAME_MESSAGE = 'Nome deve ter pelo menos 2 caracteres';
const PHONE_MESSAGE = 'WhatsApp inválido (mínimo 10 dígitos)';

/** Whether a text is long enough, without what surrounds it and cannot be seen. */
export const hasLength = (text: string, least: number): boolean => countVisible(text) >= least;

export const isName = (text: string): boolean => hasLength(text, NAME_MIN);
export const isPhone = (text: string): boolean =>
  isWithin(text, PHONE_MAX) && countDigits(text) >= PHONE_DIGITS_MIN;

export interface FieldRule {
  /** Longest text, in characters. */
  length: number;
  isValid: (text: string) => boolean;
  /** What the visitor reads when it is not. */
  message: string;
}

/** What the visitor types, in the form's order. */
export const LEAD_FIELDS = ['nome', 'telefone'] as const;
export type LeadField = (typeof LEAD_FIELDS)[number];
export type LeadFields = Record<LeadField, string>;

/** The one rule of each field. */
export const LEAD_RULES: Readonly<Record<LeadField, FieldRule>> = {
  nome: { length: NAME_MAX, isValid: isName, message: NAME_MESSAGE },
  telefone: { length: PHONE_MAX, isValid: isPhone, message: PHONE_MESSAGE },
};

/** What is sent of what was typed. A number is never cut: another's would answer. */
export const fitLeadFields = ({ nome, telefone }: LeadFields): LeadFields => ({
  nome: fitText(nome, NAME_MAX),
  telefone: fitText(telefone, Number.POSITIVE_INFINITY),
});
