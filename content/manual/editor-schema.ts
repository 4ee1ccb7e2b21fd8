import { z } from 'zod';
import { type FileKey, fileNameOf } from '../load/content-files.ts';
import { fileSchemas } from '../schema/content.ts';

/** A field of a JSON Schema. */
export interface Field {
  type?: string;
  description?: string;
  properties?: Record<string, Field>;
  additionalProperties?: unknown;
  required?: string[];
  items?: Field;
  anyOf?: Field[];
  enum?: string[];
  const?: string;
  pattern?: string;
  format?: string;
  minItems?: number;
  maxItems?: number;
}

/** Returns a file's JSON Schema, with which an editor completes and checks fields. */
export const editorSchema = (key: FileKey) =>
  z.toJSONSchema(fileSchemas[key], { io: 'input', target: 'draft-07' });

/** Returns objects of several kinds as one object with all their fields; a kind's name is a value of the first field. */
function mergeKinds(kinds: readonly Field[]): Field {
  const merged: Field = {};
  for (const { properties, required } of kinds) {
    merged.properties = { ...properties, ...merged.properties };
    merged.required = (merged.required ?? required ?? []).filter((name) =>
      required?.includes(name),
    );
  }
  const consts = kinds.flatMap(({ properties = {} }) =>
    Object.entries(properties).filter(([, field]) => field.const !== undefined),
  );
  for (const [name] of consts.slice(0, 1)) {
    const description = consts
      .map(([, kind]) => `\`${kind.const}\`: ${kind.description}`)
      .join(' ');
    const values = consts.map(([, kind]) => kind.const ?? '');
    merged.properties = { ...merged.properties, [name]: { enum: values, description } };
  }
  return merged;
}

/** Returns the same schema with the properties that the manual reads. */
export const readFields = (key: FileKey): Field =>
  JSON.parse(JSON.stringify(editorSchema(key)), (_, value: { oneOf?: Field[] }) =>
    value?.oneOf ? { ...value, ...mergeKinds(value.oneOf) } : value,
  );

/** Returns the path of a file's JSON Schema, relative to the YAML file. */
export const schemaPath = (key: FileKey): string =>
  `editor/${fileNameOf(key).replace('.yaml', '.json')}`;
