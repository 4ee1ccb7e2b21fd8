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

/** Returns the same schema with the properties that the manual reads. */
export const readFields = (key: FileKey): Field => JSON.parse(JSON.stringify(editorSchema(key)));

/** Returns the path of a file's JSON Schema, relative to the YAML file. */
export const schemaPath = (key: FileKey): string =>
  `editor/${fileNameOf(key).replace('.yaml', '.json')}`;
