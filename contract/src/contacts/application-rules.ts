import type { FieldRule } from '../text.ts';
import { isInstagram, MAX_INSTAGRAM_LENGTH } from './instagram.ts';
import { LEAD_RULES, minLengthRule } from './lead-rules.ts';

export const REVENUE_CHOICES = ['menos-5k', '5k-10k', '10k-30k', '30k-50k'] as const;
export const SCHEDULE_CHOICES = ['6meses', '1ano', '2anos', '3anos+'] as const;

/** The columns that an applicant fills in, all of type text. A column is empty if the content does not ask for it. */
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

export const EMPTY_APPLICATION = Object.fromEntries(
  APPLICATION_FIELDS.map((field) => [field, '']),
) as Readonly<Record<ApplicationField, string>>;

const MAX_SHORT_LENGTH = 200;
const MAX_LONG_LENGTH = 5000;
const alwaysValid = () => true;
const isOneOf = (options: readonly string[]) => (text: string) => options.includes(text);

/** The rules of fields that are not empty. The content says which fields may be empty. */
export const APPLICATION_RULES: Readonly<Record<ApplicationField, FieldRule>> = {
  nome: LEAD_RULES.nome,
  email: LEAD_RULES.email,
  whatsapp: LEAD_RULES.telefone,
  instagram: {
    maxLength: MAX_INSTAGRAM_LENGTH,
    isValid: isInstagram,
    message: 'Instagram deve começar com @ (ex: @usuario)',
  },
  empresa: {
    maxLength: MAX_SHORT_LENGTH,
    ...minLengthRule(2),
    message: 'Nome da empresa deve ter pelo menos 2 caracteres',
  },
  cargo: {
    maxLength: MAX_SHORT_LENGTH,
    ...minLengthRule(2),
    message: 'Cargo deve ter pelo menos 2 caracteres',
  },
  faturamento: {
    maxLength: MAX_SHORT_LENGTH,
    isValid: isOneOf(REVENUE_CHOICES),
    message: 'Selecione uma faixa de faturamento',
  },
  principais_desafios: {
    maxLength: MAX_LONG_LENGTH,
    ...minLengthRule(10),
    message: 'Descreva seus principais desafios (mínimo 10 caracteres)',
  },
  objetivos_movimento: { maxLength: MAX_LONG_LENGTH, isValid: alwaysValid, message: '' },
  cronograma: {
    maxLength: MAX_SHORT_LENGTH,
    isValid: isOneOf(SCHEDULE_CHOICES),
    message: 'Selecione um cronograma',
  },
  orcamento_investimento: { maxLength: MAX_LONG_LENGTH, isValid: alwaysValid, message: '' },
  experiencia_anterior: {
    maxLength: MAX_LONG_LENGTH,
    isValid: alwaysValid,
    message: 'Preencha este campo',
  },
};
