import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { valueAtPath } from '@funil/contract/field-values';
import type { DraftFile, PageEditorResponse } from '@funil/contract/page/page-editor';
import { hasPageEngine } from '../../src/page/engine.ts';
import type { ConsoleData } from '../console/start-console-data.ts';

if (!hasPageEngine()) throw new Error('The page’s editor is not built: node scripts/build.ts');

export const ownFile = ({ env }: ConsoleData, name: string) =>
  join(String(env.DATA_DIR), 'content', name);

/** Replaces text in a file of the own content, as an edit by hand does. */
export function editByHand(console: ConsoleData, name: string, pattern: RegExp, text: string) {
  const file = ownFile(console, name);
  writeFileSync(file, readFileSync(file, 'utf8').replace(pattern, text));
}

export async function readFile({ get }: ConsoleData, key: string): Promise<DraftFile> {
  const { draft }: PageEditorResponse = await get('page');
  const file = draft.files.find((candidate) => candidate.key === key);
  if (!file) throw new Error(`There is no file ${key}.`);
  return file;
}

export async function change(
  console: ConsoleData,
  key: string,
  path: readonly string[],
  value: unknown,
) {
  const before = valueAtPath((await readFile(console, key)).value, path);
  return console.call('PATCH', `page/draft/${key}`, { path, before, value });
}

export const changeTitle = (console: ConsoleData, title: string) =>
  change(console, 'hero', ['title'], title);
