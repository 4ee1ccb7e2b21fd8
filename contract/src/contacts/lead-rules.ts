import { countVisible, isWithin } from '../characters.ts';
import { fitText } from '../fit.ts';
import type { JourneyRecord } from '../journey.ts';
import type { UtmRecord } from '../utm.ts';
import { EMAIL_MAX, fitEmail, isEmail } from './email.ts';
import { digitsOf } from './phone.ts';

const NAME_MAX = 200;
const PHONE_MAX = 40;

/** Returns whether a text has at least `min` characters from its first visible one to its last. */
export const hasLength = (text: string, min: number): boolean => countVisible(text) >= min;

export const isName = (text: string): boolean => hasLength(text, 2);
export const isPhone = (text: string): boolean =>
  isWithin(text, PHONE_MAX) && digitsOf(text).length >= 10;

export const isEmailOrEmpty = (text: string): boolean => text === '' || isEmail(text);

export interface FieldRule {
  /** Maximum in characters. */
  length: number;
  isValid: (text: string) => boolean;
  /** The visitor reads it if the field is invalid. */
  message: string;
  /** Returns a doubt about a formatted text that may be right. */
  doubt?: (text: string) => string | undefined;
}

/** Returns a rule's doubt about a valid text. */
export const doubtAbout = (text: string, { isValid, doubt }: FieldRule): string | undefined =>
  isValid(text) ? doubt?.(text) : undefined;

/** As the forms format it; a landline's number begins with 2 to 5. */
const SHORT_MOBILE = /^(?:\+55 )?\(\d\d\) [6-9][\d-]{0,8}$/;

/** The fields that the visitor fills in, in the form's order. */
export const LEAD_FIELDS = ['nome', 'telefone', 'email'] as const;
export type LeadField = (typeof LEAD_FIELDS)[number];
/** The e-mail address is missing if content does not ask for it. */
export type LeadFields = Record<'nome' | 'telefone', string> & { email?: string };

export const LEAD_RULES: Readonly<Record<LeadField, FieldRule>> = {
  nome: { length: NAME_MAX, isValid: isName, message: 'Nome deve ter pelo menos 2 caracteres' },
  telefone: {
    length: PHONE_MAX,
    isValid: isPhone,
    message: 'WhatsApp inválido (mínimo 10 dígitos)',
    doubt: (text) => (SHORT_MOBILE.test(text) ? 'Falta um dígito? Celular tem 9.' : undefined),
  },
  email: { length: EMAIL_MAX, isValid: isEmailOrEmpty, message: 'Email inválido' },
};

/** Returns the fields as they are sent. A phone number or address is never cut: a shorter one would be another person's. */
export const fitLeadFields = ({ nome, telefone, email }: LeadFields): LeadFields => ({
  nome: fitText(nome, NAME_MAX),
  telefone: fitText(telefone, Number.POSITIVE_INFINITY),
  ...(email && { email: fitEmail(email) }),
});

/** Returns the lead's row: the typed fields, the visit's source and its journey so far. */
export function fitLead(typed: LeadFields, utms: UtmRecord, journey: JourneyRecord) {
  const { inicio_sessao: _, ...done } = journey;
  return { ...fitLeadFields(typed), ...utms, ...done };
}
