import { z } from 'zod';
import { type FileKey, fileNameOf } from '../load/content-files.ts';
import { fileSchemas } from '../schema/content.ts';

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

export const fileKeys = Object.keys(fileSchemas) as FileKey[];

/** A file's JSON Schema, which gives an editor completion, explanations and errors. */
export const editorSchema = (key: FileKey) =>
  z.toJSONSchema(fileSchemas[key], { io: 'input', target: 'draft-07' });

/** The same, as far as the manual reads it. */
export const fieldsOf = (key: FileKey): Field => JSON.parse(JSON.stringify(editorSchema(key)));

/** Where a file's JSON Schema lies, seen from the YAML file. */
export const schemaPath = (key: FileKey): string =>
  `editor/${fileNameOf(key).replace('.yaml', '.json')}`;
