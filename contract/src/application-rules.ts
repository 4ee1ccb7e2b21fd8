import { isInstagram } from './instagram.ts';
import {
  hasLength,
  isName,
  isPhone,
  NAME_MAX,
  NAME_MESSAGE,
  PHONE_MAX,
  PHONE_MESSAGE,
} from './lead-rules.ts';

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

export interface FieldRule {
  /** Longest text, in characters. */
  length: number;
  isValid: (text: string) => boolean;
  /** What the visitor reads when it is not. */
  message: string;
}

const SHORT = 200;
const LONG = 5000;
const anything = () => true;
const oneOf = (options: readonly string[]) => (text: string) => options.includes(text);

/** The one rule of each field. */
export const APPLICATION_RULES: Readonly<Record<ApplicationField, FieldRule>> = {
  nome: { length: NAME_MAX, isValid: isName, message: NAME_MESSAGE },
  email: {
    length: 254,
    isValid: (text) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text),
    message: 'Email inválido',
  },
  whatsapp: {
    length: PHONE_MAX,
    isValid: isPhone,
    message: PHONE_MESSAGE,
  },
  instagram: {
    length: 100,
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
