import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { formatWebhookFields, formatWebhookSchema } from './webhook-manual.ts';

const read = (name: string) =>
  readFileSync(join(import.meta.dirname, '../../../docs/webhooks', name), 'utf8');

test('has an up-to-date list of webhook fields (renew: `npm run manual`)', () => {
  expect(read('campos.md')).toBe(formatWebhookFields());
});

test('has an up-to-date JSON Schema of webhooks (renew: `npm run manual`)', () => {
  expect(read('eventos.schema.json')).toBe(formatWebhookSchema());
});

test('describes every field, and allows unknown fields', () => {
  expect(formatWebhookFields()).not.toMatch(/\| {2}\|$/m);
  expect(formatWebhookSchema()).not.toContain('"additionalProperties": false');
});
