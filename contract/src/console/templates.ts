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

export const newTemplateSchema = z.strictObject({
  name: storableText(80).check(z.minLength(1)),
  text: storableText(2_000).check(z.minLength(1)),
  for: z.enum(TEMPLATE_USES),
});
export type NewTemplate = z.infer<typeof newTemplateSchema>;
export const templateChangeSchema = z.extend(z.partial(newTemplateSchema), {
  version: versionSchema,
});
export type TemplateChange = z.infer<typeof templateChangeSchema>;

/** If the request has no version, the server deletes the template whatever its version is. */
export const templateRemovalSchema = z.strictObject({ version: z.optional(versionSchema) });
