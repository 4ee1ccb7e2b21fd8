import type { EditorSchema } from '@funil/contract/page/page-editor';
import { contentFileName } from '@funil/contract/page/page-engine';
import { z } from 'zod';
import type { FileKey } from '../load/content-files.ts';
import { fileSchemas } from '../schema/content.ts';

/** Returns a file's JSON Schema, by which an editor completes and checks fields. */
export const editorSchema = (key: FileKey) =>
  z.toJSONSchema(fileSchemas[key], { io: 'input', target: 'draft-07' });

/** Merges the alternatives of a `oneOf` into one object. The field that tells them apart lists their names. */
function mergeKinds(kinds: readonly EditorSchema[]): EditorSchema {
  let properties: EditorSchema['properties'] = {};
  let required = kinds[0]?.required ?? [];
  for (const kind of kinds) {
    properties = { ...kind.properties, ...properties };
    required = required.filter((name) => kind.required?.includes(name));
  }
  const constFields = kinds.flatMap((kind) =>
    Object.entries(kind.properties ?? {}).filter(([, field]) => field.const !== undefined),
  );
  const [field = ''] = constFields[0] ?? [];
  const description = constFields
    .map(([, { const: kind, description }]) => `\`${kind}\`: ${description}`)
    .join(' ');
  const values = constFields.map(([, { const: kind }]) => String(kind));
  return { required, properties: { ...properties, [field]: { enum: values, description } } };
}

/** Returns the editor's schema in which each `oneOf` also has its merged `properties`, which the manual reads. */
export const manualSchema = (key: FileKey): EditorSchema =>
  JSON.parse(JSON.stringify(editorSchema(key)), (_, value: EditorSchema | null) =>
    value?.oneOf ? { ...value, ...mergeKinds(value.oneOf) } : value,
  );

export const schemaPath = (key: FileKey): string =>
  `editor/${contentFileName(key).replace('.yaml', '.json')}`;
