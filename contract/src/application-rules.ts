import { EMAIL_MAX, isEmail } from './email.ts';
import { fitText } from './fit.ts';
import { INSTAGRAM_MAX, isInstagram } from './instagram.ts';
import { type FieldRule, hasLength, LEAD_RULES } from './lead-rules.ts';

export const FATURAMENTO = ['menos-5k', '5k-10k', '10k-30k', '30k-50k'] as const;
export const CRONOGRAMA = ['6meses', '1ano', '2anos', '3anos+'] as const;

/** What the applicant types, all of it text; the two unshown fields stay empty. */
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

/** The one rule of each field. */
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

/** An address, a number or a handle is never cut: it would be another's. */
const UNCUT: readonly ApplicationField[] = ['email', 'whatsapp', 'instagram'];

/** What is sent of what was typed. Copied addresses bring characters along that nobody sees. */
export function fitField(field: ApplicationField, typed: string): string {
  const text = field === 'email' ? typed.replace(/\p{Default_Ignorable_Code_Point}/gu, '') : typed;
  const length = UNCUT.includes(field) ? Number.POSITIVE_INFINITY : APPLICATION_RULES[field].length;
  return fitText(text, length);
}

/** Whether what was typed can be sent. */
export const isFieldValid = (field: ApplicationField, typed: string): boolean =>
  APPLICATION_RULES[field].isValid(fitField(field, typed));
