import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeWebhookFields, writeWebhookSchema } from './webhook-manual.ts';

const read = (name: string) =>
  readFileSync(join(import.meta.dirname, '../../../docs/webhooks', name), 'utf8');

test('has an up-to-date list of webhook fields (renew: `npm run manual`)', () => {
  expect(read('campos.md')).toBe(writeWebhookFields());
});

test('has an up-to-date JSON Schema of webhooks (renew: `npm run manual`)', () => {
  expect(read('eventos.schema.json')).toBe(writeWebhookSchema());
});

test('describes every field, and allows unknown fields', () => {
  expect(writeWebhookFields()).not.toMatch(/\| {2}\|$/m);
  expect(writeWebhookSchema()).not.toContain('"additionalProperties": false');
});
