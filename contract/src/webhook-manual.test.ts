import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeWebhookFields, writeWebhookSchema } from './webhook-manual.ts';

const read = (name: string) =>
  readFileSync(join(import.meta.dirname, '../../docs/webhooks', name), 'utf8');

test('the fields of webhooks are documented as they are; `npm run manual` renews them', () => {
  expect(read('campos.md')).toBe(writeWebhookFields());
});

test('the JSON Schema of webhooks is current; `npm run manual` renews it', () => {
  expect(read('eventos.schema.json')).toBe(writeWebhookSchema());
});

test('every field of every event is explained, and receivers may let pass what they do not know', () => {
  expect(writeWebhookFields()).not.toMatch(/\| {2}\|$/m);
  expect(writeWebhookSchema()).not.toContain('additionalProperties');
});
