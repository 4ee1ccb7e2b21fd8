import { SECTION_LABELS } from '@funil/contract/console/answer-labels';
import { sectionInfo, sectionNames } from '@funil/contract/site/sections';
import { z } from 'zod';

/** Older content lists no sections. */
export const defaultSections = sectionNames.filter((name) => sectionInfo(name).since === undefined);

export const sectionsSchema = z
  .array(z.enum(sectionNames).meta({ labels: SECTION_LABELS }))
  .min(1)
  .refine((names) => new Set(names).size === names.length, {
    error: 'uma lista em que nenhuma seção se repete',
  });
