import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeEditableCopy } from '../../testkit/editable-content.ts';

const check = (folder: string, ...args: string[]) =>
  spawnSync(process.execPath, [join(import.meta.dirname, 'check.ts'), ...args], {
    encoding: 'utf8',
    env: { ...process.env, CONTENT_DIR: folder },
  });

test('prints only the problems of invalid content', () => {
  using copy = makeEditableCopy({ withPictures: true });
  copy.replace('header.yaml', 'label: PREENCHER APLICAÇÃO', 'label: 1');
  const { stderr, stdout, status } = check(copy.folder);
  expect(stderr).toBe(
    `O conteúdo tem 1 problema:\n- content/header.yaml, linha ${copy.lineOf('header.yaml', 'label: 1')}, campo "cta.label": esperava um texto, encontrou o número 1; ponha o valor entre aspas\n`,
  );
  expect([stdout, status]).toEqual(['', 1]);
});

test('prints problems as values with --json', () => {
  using copy = makeEditableCopy({ withPictures: true });
  copy.replace('header.yaml', 'label: PREENCHER APLICAÇÃO', 'label: [');
  const { stderr, stdout, status } = check(copy.folder, '--json');
  expect(JSON.parse(stdout)).toContainEqual(
    expect.objectContaining({
      file: 'content/header.yaml',
      sentence: expect.stringContaining('YAML'),
      editorSentence: expect.not.stringContaining('YAML'),
    }),
  );
  expect([stderr, status]).toEqual(['', 1]);
});
