import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EditorSchema } from '@funil/contract/page/page-editor';
import { contentFileName } from '@funil/contract/page/page-engine';
import { expect, test } from 'vitest';
import { fileKeys } from '../load/content-files.ts';
import { editorSchema, manualSchema, schemaPath } from './editor-schema.ts';
import { formatManual } from './format-manual.ts';

const content = join(import.meta.dirname, '..');

test('matches docs/content.md (update it with `npm run manual`)', () => {
  expect(readFileSync(join(content, '../docs/content.md'), 'utf8')).toBe(formatManual());
});

test.each(fileKeys)('matches the editor schema of %s (update it with `npm run manual`)', (key) => {
  const written: unknown = JSON.parse(readFileSync(join(content, schemaPath(key)), 'utf8'));
  expect(written).toEqual(JSON.parse(JSON.stringify(editorSchema(key))));
});

test.each(fileKeys)('links the editor schema in the first line of %s', (key) => {
  const [first] = readFileSync(join(content, contentFileName(key)), 'utf8').split('\n');
  expect(first).toBe(`# yaml-language-server: $schema=./${schemaPath(key)}`);
});

const findUndescribed = (field: EditorSchema, name: string): string[] => [
  ...(field.description ? [] : [name]),
  ...Object.entries({ ...field.properties, ...field.items?.properties }).flatMap(([key, child]) =>
    findUndescribed(child, `${name}.${key}`),
  ),
];

test('describes every field of every file', () => {
  expect(fileKeys.flatMap((key) => findUndescribed(manualSchema(key), key))).toEqual([]);
});
