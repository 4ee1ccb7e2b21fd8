import * as z from 'zod/mini';
import { isInstagram } from './instagram.ts';
import { wholeNumber } from './journey.ts';
import { NAME_MAX, NAME_MIN, PHONE_DIGITS_MIN, PHONE_MAX } from './lead.ts';
import { countDigits, requiredText, storableText } from './text.ts';
import { utmColumns } from './utm.ts';

export const FATURAMENTO = ['menos-5k', '5k-10k', '10k-30k', '30k-50k'] as const;
export const CRONOGRAMA = ['6meses', '1ano', '2anos', '3anos+'] as const;

export const EMAIL_MAX = 254;
export const HANDLE_MAX = 100;
export const SHORT_TEXT_MAX = 200;
export const LONG_TEXT_MAX = 5000;

const MESSAGES = {
  nome: 'Nome deve ter pelo menos 2 caracteres',
  email: 'Email inválido',
  whatsapp: 'WhatsApp inválido (mínimo 10 dígitos)',
  instagram: 'Instagram deve começar com @ (ex: @usuario)',
  empresa: 'Nome da empresa deve ter pelo menos 2 caracteres',
  cargo: 'Cargo deve ter pelo menos 2 caracteres',
  faturamento: 'Selecione uma faixa de faturamento',
  principais_desafios: 'Descreva seus principais desafios (mínimo 10 caracteres)',
  cronograma: 'Selecione um cronograma',
} as const;

const contactFields = {
  nome: requiredText(NAME_MIN, NAME_MAX, MESSAGES.nome),
  email: storableText(EMAIL_MAX).check(z.regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, MESSAGES.email)),
  whatsapp: storableText(PHONE_MAX).check(
    z.refine((text) => countDigits(text) >= PHONE_DIGITS_MIN, MESSAGES.whatsapp),
  ),
  instagram: storableText(HANDLE_MAX).check(z.refine(isInstagram, MESSAGES.instagram)),
};

/** What the applicant types, all of it text; the two unshown fields stay empty. */
export const applicationFieldsSchema = z.object({
  ...contactFields,
  empresa: requiredText(2, SHORT_TEXT_MAX, MESSAGES.empresa),
  cargo: requiredText(2, SHORT_TEXT_MAX, MESSAGES.cargo),
  faturamento: z.enum(FATURAMENTO, MESSAGES.faturamento),
  principais_desafios: requiredText(10, LONG_TEXT_MAX, MESSAGES.principais_desafios),
  objetivos_movimento: storableText(LONG_TEXT_MAX),
  cronograma: z.enum(CRONOGRAMA, MESSAGES.cronograma),
  orcamento_investimento: storableText(LONG_TEXT_MAX),
  experiencia_anterior: storableText(LONG_TEXT_MAX),
});
export type ApplicationFields = z.infer<typeof applicationFieldsSchema>;
export type ApplicationField = keyof ApplicationFields;

/** What the form holds while it is being filled in: any text in any field. */
export type ApplicationDraftFields = Record<ApplicationField, string>;

export const EMPTY_APPLICATION: Readonly<ApplicationDraftFields> = {
  nome: '',
  email: '',
  whatsapp: '',
  instagram: '@',
  empresa: '',
  cargo: '',
  faturamento: '',
  principais_desafios: '',
  objetivos_movimento: '',
  cronograma: '',
  orcamento_investimento: '',
  experiencia_anterior: '',
};

/** A UUIDv7; draft and application of one applicant share it. */
const applicationId = z.guid();

/** A row of `application_drafts`: who left step 1, written once per application. */
export const applicationDraftRowSchema = z.strictObject({ id: applicationId, ...contactFields });
export type ApplicationDraftRow = z.infer<typeof applicationDraftRowSchema>;

/** A row of `applications`. */
export const applicationRowSchema = z.strictObject({
  id: applicationId,
  ...applicationFieldsSchema.shape,
  ...utmColumns,
  origem_timestamp: z.iso.datetime(),
  tempo_jornada_segundos: wholeNumber,
  paginas_visitadas: wholeNumber,
});
export type ApplicationRow = z.infer<typeof applicationRowSchema>;
