import * as z from 'zod/mini';
import { versionSchema } from '../list-page.ts';
import { storableText } from '../text.ts';

export const TEMPLATE_USES = [
  'lead',
  'application',
  'approved',
  'refused',
  'abandoned',
  'pending',
  'cart',
  'buyer',
  'refund',
] as const;
export type TemplateUse = (typeof TEMPLATE_USES)[number];

export interface Template {
  readonly id: number;
  readonly name: string;
  readonly text: string;
  readonly for: TemplateUse;
  readonly version: number;
}

const templateFields = {
  name: storableText(80).check(z.minLength(1)),
  text: storableText(2_000).check(z.minLength(1)),
  for: z.enum(TEMPLATE_USES),
};

export const newTemplateSchema = z.strictObject(templateFields);
export type NewTemplate = z.infer<typeof newTemplateSchema>;
export const templateChangeSchema = z.strictObject({
  version: versionSchema,
  name: z.optional(templateFields.name),
  text: z.optional(templateFields.text),
  for: z.optional(templateFields.for),
});
export type TemplateChange = z.infer<typeof templateChangeSchema>;

/** If the version is absent, the template is deleted whatever its version is. */
export const templateRemovalSchema = z.strictObject({ version: z.optional(versionSchema) });
