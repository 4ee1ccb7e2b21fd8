import { EMAIL_MAX, isEmail } from './email.ts';
import { fitText } from './fit.ts';
import { INSTAGRAM_MAX, isInstagram } from './instagram.ts';
import type { JourneyRecord } from './journey.ts';
import { type FieldRule, hasLength, LEAD_RULES } from './lead-rules.ts';
import type { UtmRecord } from './utm.ts';

export const FATURAMENTO = ['menos-5k', '5k-10k', '10k-30k', '30k-50k'] as const;
export const CRONOGRAMA = ['6meses', '1ano', '2anos', '3anos+'] as const;

/** The applicant's fields, all text; the two hidden ones stay empty. */
export const APPLICATION_FIELDS = [
  'nome',
  'email',
  'whatsapp',
  'instagram',
  'empresa',
  'cargo',
  'faturamento',
  'principais_desafios',
  'objetivos_movimento',
  'cronograma',
  'orcamento_investimento',
  'experiencia_anterior',
] as const;
export type ApplicationField = (typeof APPLICATION_FIELDS)[number];
export type ApplicationFields = Record<ApplicationField, string>;

export const EMPTY_APPLICATION: Readonly<ApplicationFields> = {
  ...(Object.fromEntries(APPLICATION_FIELDS.map((field) => [field, ''])) as ApplicationFields),
  instagram: '@',
};

const SHORT = 200;
const LONG = 5000;
const anything = () => true;
const oneOf = (options: readonly string[]) => (text: string) => options.includes(text);

export const APPLICATION_RULES: Readonly<Record<ApplicationField, FieldRule>> = {
  nome: LEAD_RULES.nome,
  email: {
    length: EMAIL_MAX,
    isValid: isEmail,
    message: 'Email inválido',
  },
  whatsapp: LEAD_RULES.telefone,
  instagram: {
    length: INSTAGRAM_MAX,
    isValid: isInstagram,
    message: 'Instagram deve começar com @ (ex: @usuario)',
  },
  empresa: {
    length: SHORT,
    isValid: (text) => hasLength(text, 2),
    message: 'Nome da empresa deve ter pelo menos 2 caracteres',
  },
  cargo: {
    length: SHORT,
    isValid: (text) => hasLength(text, 2),
    message: 'Cargo deve ter pelo menos 2 caracteres',
  },
  faturamento: {
    length: SHORT,
    isValid: oneOf(FATURAMENTO),
    message: 'Selecione uma faixa de faturamento',
  },
  principais_desafios: {
    length: LONG,
    isValid: (text) => hasLength(text, 10),
    message: 'Descreva seus principais desafios (mínimo 10 caracteres)',
  },
  objetivos_movimento: { length: LONG, isValid: anything, message: '' },
  cronograma: {
    length: SHORT,
    isValid: oneOf(CRONOGRAMA),
    message: 'Selecione um cronograma',
  },
  orcamento_investimento: { length: LONG, isValid: anything, message: '' },
  experiencia_anterior: { length: LONG, isValid: anything, message: '' },
};

/** Fields that are never cut: a shorter address, number or handle is another person's. */
const UNCUT: readonly ApplicationField[] = ['email', 'whatsapp', 'instagram'];

/** Returns a field as it is sent. Invisible characters of a copied e-mail address are removed. */
export function fitField(field: ApplicationField, typed: string): string {
  const text = field === 'email' ? typed.replace(/\p{Default_Ignorable_Code_Point}/gu, '') : typed;
  const length = UNCUT.includes(field) ? Number.POSITIVE_INFINITY : APPLICATION_RULES[field].length;
  return fitText(text, length);
}

/** Returns whether a field can be sent as it was typed. */
export const isFieldValid = (field: ApplicationField, typed: string): boolean =>
  APPLICATION_RULES[field].isValid(fitField(field, typed));

function fitFields(typed: ApplicationFields): ApplicationFields {
  const entries = APPLICATION_FIELDS.map((field) => [field, fitField(field, typed[field])]);
  return Object.fromEntries(entries) as ApplicationFields;
}

/** Returns the row that is saved when the visitor leaves step 1. */
export function fitDraft(id: string, typed: ApplicationFields) {
  const { nome, email, whatsapp, instagram } = fitFields(typed);
  return { id, nome, email, whatsapp, instagram };
}

/** Returns the row that is sent at the end, with the visit's source and journey. */
export function fitApplication(
  id: string,
  typed: ApplicationFields,
  { utms, journey }: { utms: UtmRecord; journey: JourneyRecord },
) {
  const { tempo_jornada_segundos, paginas_visitadas } = journey;
  return { id, ...fitFields(typed), ...utms, tempo_jornada_segundos, paginas_visitadas };
}
