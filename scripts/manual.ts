// Generates docs/content.md, the editor's JSON Schemas, docs/webhooks/ and the marked tables (fill-tables.ts).
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { editorSchema, schemaPath } from '@funil/content/manual/editor-schema';
import { formatManual } from '@funil/content/manual/format-manual';
import {
  formatWebhookFields,
  formatWebhookSchema,
} from '@funil/contract/deliveries/webhook-manual';
import { fileKeys } from '../content/load/content-files.ts';
import { root } from './build-part.ts';
import { FILES_WITH_TABLES, fillTables } from './fill-tables.ts';

mkdirSync(join(root, 'content', 'editor'), { recursive: true });
writeFileSync(join(root, 'docs', 'content.md'), formatManual());
for (const key of fileKeys) {
  const file = join(root, 'content', schemaPath(key));
  writeFileSync(file, `${JSON.stringify(editorSchema(key), null, 2)}\n`);
}
const webhooks = join(root, 'docs', 'webhooks');
mkdirSync(webhooks, { recursive: true });
writeFileSync(join(webhooks, 'campos.md'), formatWebhookFields());
writeFileSync(join(webhooks, 'eventos.schema.json'), formatWebhookSchema());
for (const name of FILES_WITH_TABLES) {
  const file = join(root, name);
  writeFileSync(file, fillTables(readFileSync(file, 'utf8')));
}
