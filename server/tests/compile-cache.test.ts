import { copyFileSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '../../testkit/start-app.ts';
import { runFile } from '../../testkit/start-process.ts';

test('stores the compiled code of the files of every folder, except tests, and runs none of them', async () => {
  using folder = makeFolder();
  const at = (path: string) => join(folder.path, path);
  copyFileSync(join(import.meta.dirname, '../src/fill-compile-cache.ts'), at('fill.ts'));
  mkdirSync(at('room'));
  const mark = `import { writeFileSync } from 'node:fs';\nwriteFileSync(${JSON.stringify(at('ran'))}, '');`;
  writeFileSync(at('main.ts'), `import './room/part.ts';\n${mark}`);
  writeFileSync(at('room/part.ts'), `${mark}\nexport const part: number = 1;`);
  writeFileSync(at('room/alone.ts'), `${mark}\nexport const alone: number = 1;`);
  writeFileSync(at('room/part.test.ts'), `${mark}\nexport const tested: number = 1;`);
  const run = (file: string) => runFile(at(file), [], { NODE_COMPILE_CACHE: at('cache') });
  expect(await run('fill.ts')).toEqual({ code: 0, stdout: '', stderr: '' });
  expect(existsSync(at('ran'))).toBe(false);
  const countStored = () => readdirSync(at('cache'), { recursive: true }).length;
  const stored = countStored();
  for (const file of ['main.ts', 'room/alone.ts']) await run(file);
  expect(countStored()).toBe(stored);
  await run('room/part.test.ts');
  expect(countStored()).toBeGreaterThan(stored);
});
