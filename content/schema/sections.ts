import { SECTION_LABELS } from '@funil/contract/console/answer-labels';
import { z } from 'zod';

/** Sections between hero and footer: `data-section` and the key of their content. */
export const sectionContents = {
  problema: 'problem',
  casos: 'cases',
  autoridade: 'authority',
  videos: 'videos',
  depoimentos: 'testimonials',
  aplicacao: 'application',
  curriculo: 'curriculum',
  oferta: 'offer',
  perguntas: 'faq',
  fundador: 'founder',
  equipe: 'team',
} as const satisfies Partial<Record<keyof typeof SECTION_LABELS, string>>;

export type SectionName = keyof typeof sectionContents;

export const sectionNames = Object.keys(sectionContents) as [SectionName, ...SectionName[]];

/** The sections of content without a list. A later section stands in a list only, so that older content stays valid. */
export const defaultSections: SectionName[] = sectionNames.filter((name) => name !== 'perguntas');

export const sectionsSchema = z
  .array(z.enum(sectionNames).meta({ labels: SECTION_LABELS }))
  .min(1)
  .refine((names) => new Set(names).size === names.length, {
    error: 'uma lista em que nenhuma seção se repete',
  });
