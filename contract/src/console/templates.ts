/** Texts that open a conversation, in the operator's own words. */
import * as z from 'zod/mini';
import { storableText } from '../text.ts';
import { version } from './page.ts';

export const TEMPLATE_USES = [
  'lead',
  'application',
  'approved',
  'refused',
  'abandoned',
  'pending',
] as const;
export type TemplateUse = (typeof TEMPLATE_USES)[number];

export interface Template {
  readonly id: number;
  readonly name: string;
  readonly text: string;
  readonly for: TemplateUse;
  readonly version: number;
}

export interface TemplatesAnswer {
  readonly items: readonly Template[];
}

const words = {
  name: storableText(80).check(z.minLength(1)),
  text: storableText(2_000).check(z.minLength(1)),
  for: z.enum(TEMPLATE_USES),
};

export const newTemplateSchema = z.strictObject(words);
export type NewTemplate = z.infer<typeof newTemplateSchema>;
export const templateChangeSchema = z.strictObject({
  version,
  name: z.optional(words.name),
  text: z.optional(words.text),
  for: z.optional(words.for),
});
