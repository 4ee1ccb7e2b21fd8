import { SECTION_LABELS } from '@funil/contract/console/answer-labels';
import { sectionInfo, sectionNames } from '@funil/contract/site/sections';
import { z } from 'zod';

/** The sections of the page if content lists none, as older content does. */
export const defaultSections = sectionNames.filter((name) => sectionInfo(name).since === undefined);

export const sectionsSchema = z
  .array(z.enum(sectionNames).meta({ labels: SECTION_LABELS }))
  .min(1)
  .refine((names) => new Set(names).size === names.length, {
    error: 'uma lista em que nenhuma seção se repete',
  });
