import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { makeFolder } from '../../testkit/start-app.ts';
import { runFile } from '../../testkit/start-process.ts';

test('stores compiled code without running it', async () => {
  using folder = makeFolder();
  const settings = { NODE_COMPILE_CACHE: folder.path, DATA_DIR: '/dev/null/none' };
  const run = await runFile('fill-compile-cache.ts', [], settings);
  expect(run).toEqual({ code: 0, stdout: '', stderr: '' });
  expect(readdirSync(folder.path, { recursive: true }).length).toBeGreaterThan(400);
});
