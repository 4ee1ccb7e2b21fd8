import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { contentFileName, type PageTexts, type PageValues } from '@funil/contract/page/page-engine';
import { type FileKey, fileKeys } from '../load/content-files.ts';
import { parseYamlFile } from '../load/yaml-file.ts';
import { writeYaml } from './write-yaml.ts';

/** Exists while new files replace old ones, so that after a crash the next reader replaces the remaining files. */
const JOURNAL_NAME = '.publishing';
const NEW_SUFFIX = '.new';

const yamlPathOf = (folder: string, key: FileKey) => join(folder, contentFileName(key));

/** Returns the texts of a folder's content files; finishes an interrupted write first. */
export function readTexts(folder: string): PageTexts {
  finishInterruptedContentWrite(folder);
  return Object.fromEntries(
    fileKeys.flatMap((key) => {
      const path = yamlPathOf(folder, key);
      return existsSync(path) ? [[key, readFileSync(path, 'utf8')]] : [];
    }),
  );
}

/** Returns the values in texts, without files that cannot be parsed. */
export const readValues = (texts: PageTexts): PageValues =>
  Object.fromEntries(
    Object.entries(texts).flatMap(([key, text]) => {
      const { file } = parseYamlFile(text, key);
      return file ? [[key, file.value]] : [];
    }),
  );

/** Returns the texts with other values; comments and order stay. */
export const changeTexts = (texts: PageTexts, values: PageValues): PageTexts =>
  Object.fromEntries(
    fileKeys.flatMap((key) => {
      const text = texts[key];
      const value = values[key];
      if (value === undefined) return text === undefined ? [] : [[key, text]];
      return [[key, writeYaml(text ?? '{}\n', value)]];
    }),
  );

/** Writes either all changed texts or none, even if the disk is full or the process is killed. */
export function writeTexts(folder: string, texts: PageTexts): void {
  const textsBefore = readTexts(folder);
  const changedKeys = fileKeys.filter(
    (key) => texts[key] !== undefined && texts[key] !== textsBefore[key],
  );
  try {
    for (const key of fileKeys) {
      const path = `${yamlPathOf(folder, key)}${NEW_SUFFIX}`;
      if (changedKeys.includes(key)) writeFileSync(path, texts[key] ?? '', { flush: true });
      // A process that was killed while it wrote may have left an incomplete file.
      else rmSync(path, { force: true });
    }
    writeFileSync(join(folder, JOURNAL_NAME), '', { flush: true });
  } catch (error) {
    removeNewFiles(folder);
    throw error;
  }
  finishInterruptedContentWrite(folder);
}

function removeNewFiles(folder: string): void {
  for (const key of fileKeys)
    rmSync(`${yamlPathOf(folder, key)}${NEW_SUFFIX}`, { force: true, recursive: true });
}

/** Replaces files by their complete new ones, which a killed process may have left behind. */
export function finishInterruptedContentWrite(folder: string): void {
  const journal = join(folder, JOURNAL_NAME);
  if (!existsSync(journal)) return;
  for (const key of fileKeys) {
    const path = yamlPathOf(folder, key);
    try {
      renameSync(`${path}${NEW_SUFFIX}`, path);
    } catch (error) {
      // The file has no new version, or another process that finishes the same write has already renamed it.
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    }
  }
  rmSync(journal, { force: true });
}
