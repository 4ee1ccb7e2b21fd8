import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fileNameOf } from '../load/content-files.ts';
import { editorSchema, type Field, fieldsOf, fileKeys, schemaPath } from './editor-schema.ts';
import { writeManual } from './write-manual.ts';

const content = join(import.meta.dirname, '..');

test('the manual of fields is current; `npm run manual` renews it', () => {
  expect(readFileSync(join(content, '../docs/content.md'), 'utf8')).toBe(writeManual());
});

test.each(fileKeys)('an editor knows the fields of %s; `npm run manual` renews them', (key) => {
  const written: unknown = JSON.parse(readFileSync(join(content, schemaPath(key)), 'utf8'));
  expect(written).toEqual(JSON.parse(JSON.stringify(editorSchema(key))));
});

test.each(fileKeys)('the first line of %s leads an editor to its fields', (key) => {
  const [first] = readFileSync(join(content, fileNameOf(key)), 'utf8').split('\n');
  expect(first).toBe(`# yaml-language-server: $schema=./${schemaPath(key)}`);
});

const undescribed = (field: Field, name: string): string[] => [
  ...(field.description ? [] : [name]),
  ...Object.entries({ ...field.properties, ...field.items?.properties }).flatMap(([key, child]) =>
    undescribed(child, `${name}.${key}`),
  ),
];

test('every field of every file is explained', () => {
  expect(fileKeys.flatMap((key) => undescribed(fieldsOf(key), key))).toEqual([]);
});
