// What a form needs of a field besides its type and description: `.meta()` puts it into the JSON schema.
import type { EditorSchema } from '@funil/contract/console/page-editor';
import 'zod';

declare module 'zod' {
  interface GlobalMeta extends Partial<Pick<EditorSchema, 'widget' | 'labels' | 'shape'>> {}
}
