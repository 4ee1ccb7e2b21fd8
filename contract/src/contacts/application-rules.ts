import type { FieldRule } from '../text.ts';
import { INSTAGRAM_MAX, isInstagram } from './instagram.ts';
import { atLeast, LEAD_RULES } from './lead-rules.ts';

export const FATURAMENTO = ['menos-5k', '5k-10k', '10k-30k', '30k-50k'] as const;
export const CRONOGRAMA = ['6meses', '1ano', '2anos', '3anos+'] as const;

/** Empty if content does not ask for the field. */
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

export const EMPTY_APPLICATION = Object.fromEntries(
  APPLICATION_FIELDS.map((field) => [field, '']),
) as Readonly<ApplicationFields>;

const MAX_SHORT_LENGTH = 200;
const MAX_LONG_LENGTH = 5000;
const anything = () => true;
const oneOf = (options: readonly string[]) => (text: string) => options.includes(text);

/** For filled fields; content says which may be empty. */
export const APPLICATION_RULES: Readonly<Record<ApplicationField, FieldRule>> = {
  nome: LEAD_RULES.nome,
  email: LEAD_RULES.email,
  whatsapp: LEAD_RULES.telefone,
  instagram: {
    length: INSTAGRAM_MAX,
    isValid: isInstagram,
    message: 'Instagram deve começar com @ (ex: @usuario)',
  },
  empresa: {
    length: MAX_SHORT_LENGTH,
    ...atLeast(2),
    message: 'Nome da empresa deve ter pelo menos 2 caracteres',
  },
  cargo: {
    length: MAX_SHORT_LENGTH,
    ...atLeast(2),
    message: 'Cargo deve ter pelo menos 2 caracteres',
  },
  faturamento: {
    length: MAX_SHORT_LENGTH,
    isValid: oneOf(FATURAMENTO),
    message: 'Selecione uma faixa de faturamento',
  },
  principais_desafios: {
    length: MAX_LONG_LENGTH,
    ...atLeast(10),
    message: 'Descreva seus principais desafios (mínimo 10 caracteres)',
  },
  objetivos_movimento: { length: MAX_LONG_LENGTH, isValid: anything, message: '' },
  cronograma: {
    length: MAX_SHORT_LENGTH,
    isValid: oneOf(CRONOGRAMA),
    message: 'Selecione um cronograma',
  },
  orcamento_investimento: { length: MAX_LONG_LENGTH, isValid: anything, message: '' },
  experiencia_anterior: {
    length: MAX_LONG_LENGTH,
    isValid: anything,
    message: 'Preencha este campo',
  },
};
