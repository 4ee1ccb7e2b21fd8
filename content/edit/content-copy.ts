import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { type FileKey, fileKeys, fileNameOf } from '../load/content-files.ts';
import { parseYamlFile } from '../load/yaml-file.ts';
import type { ContentValues } from './check-draft.ts';
import { writeYaml } from './write-yaml.ts';

/** The texts of the content's files by key, without those that do not exist. */
export type ContentTexts = Readonly<Partial<Record<FileKey, string>>>;

/** Files that an interrupted publication has still to write. */
const JOURNAL = '.publishing.json';
const journalSchema = z.partialRecord(z.enum(fileKeys as [FileKey, ...FileKey[]]), z.string());

/** Returns the texts of a folder's content files. */
export function readTexts(folder: string): ContentTexts {
  finishWriting(folder);
  return Object.fromEntries(
    fileKeys.flatMap((key) => {
      const path = join(folder, fileNameOf(key));
      return existsSync(path) ? [[key, readFileSync(path, 'utf8')]] : [];
    }),
  );
}

/** Returns the values in texts; a file that cannot be parsed is missing. */
export const readValues = (texts: ContentTexts): ContentValues =>
  Object.fromEntries(
    Object.entries(texts).flatMap(([key, text]) => {
      const { file } = parseYamlFile(text, key);
      return file ? [[key, file.value]] : [];
    }),
  );

/** Returns the texts with other values; comments and order stay. */
export const changeTexts = (texts: ContentTexts, values: ContentValues): ContentTexts =>
  Object.fromEntries(
    fileKeys.flatMap((key) => {
      const text = texts[key];
      const value = values[key];
      if (value === undefined) return text === undefined ? [] : [[key, text]];
      return [[key, writeYaml(text ?? '{}\n', value)]];
    }),
  );

function writeFile(path: string, text: string): void {
  writeFileSync(`${path}.new`, text, { flush: true });
  renameSync(`${path}.new`, path);
}

/** Writes the texts that differ, all or none: an interrupted write is finished by the next reader or writer. */
export function writeTexts(folder: string, texts: ContentTexts): void {
  const before = readTexts(folder);
  const changed = Object.entries(texts).filter(([key, text]) => before[key as FileKey] !== text);
  if (changed.length === 0) return;
  writeFile(join(folder, JOURNAL), JSON.stringify(Object.fromEntries(changed)));
  finishWriting(folder);
}

/** Finishes the publication that a killed process has begun to write. */
export function finishWriting(folder: string): void {
  const journal = join(folder, JOURNAL);
  if (!existsSync(journal)) return;
  const texts = journalSchema.parse(JSON.parse(readFileSync(journal, 'utf8')));
  for (const [key, text] of Object.entries(texts)) {
    writeFile(join(folder, fileNameOf(key as FileKey)), text);
  }
  rmSync(journal);
}
