import { mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createPageEngine } from './engine.ts';

test('ends an engine that does not answer, and says so', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'funil-'));
  const bundle = join(folder.path, 'engine.js');
  writeFileSync(bundle, 'export const engine = { listForms() { for (;;); } };');
  const engine = createPageEngine({ bundle, maxSilenceMs: 100 });
  await expect(engine.listForms()).rejects.toThrow('O editor da página parou de responder');
});
