import { countVisible, isWithin } from './characters.ts';
import { fitText } from './fit.ts';
import type { JourneyRecord } from './journey.ts';
import type { LeadRow } from './lead.ts';
import { countDigits } from './phone.ts';
import type { UtmRecord } from './utm.ts';

export const NAME_MIN = 2;
export const NAME_MAX = 200;
export const PHONE_DIGITS_MIN = 10;
export const PHONE_MAX = 40;
/** What the visitor reads when they are not held to. */
export const NAME_MESSAGE = 'Nome deve ter pelo menos 2 caracteres';
export const PHONE_MESSAGE = 'WhatsApp inválido (mínimo 10 dígitos)';

/** Whether a text is long enough, without what surrounds it and cannot be seen. */
export const hasLength = (text: string, least: number): boolean => countVisible(text) >= least;

export const isName = (text: string): boolean => hasLength(text, NAME_MIN);
export const isPhone = (text: string): boolean =>
  isWithin(text, PHONE_MAX) && countDigits(text) >= PHONE_DIGITS_MIN;

/** What the visitor types, by the fields' names. */
export interface LeadFields {
  nome: string;
  telefone: string;
}

/** What is sent of what was typed. A number is never cut: another's would answer. */
export const fitLeadFields = ({ nome, telefone }: LeadFields): LeadFields => ({
  nome: fitText(nome, NAME_MAX),
  telefone: fitText(telefone, Number.POSITIVE_INFINITY),
});

/** The lead's eleven fields: what was typed, where the visitor came from, what was done so far. */
export function fitLead(typed: LeadFields, utms: UtmRecord, journey: JourneyRecord): LeadRow {
  const { inicio_sessao: _, ...done } = journey;
  return { ...fitLeadFields(typed), ...utms, ...done };
}
