import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { contentFileName } from '@funil/contract/page/page-engine';
import { SECTIONS, sectionNames } from '@funil/contract/site/sections';
import { fileSchemas } from '../schema/content.ts';
import { defaultSections } from '../schema/sections.ts';
import type { ContentProblem } from './content-error.ts';
import { type ReadResult, readYamlFile, type YamlFile } from './yaml-file.ts';

export type FileKey = keyof typeof fileSchemas;

export const fileKeys = Object.keys(fileSchemas) as FileKey[];

function findUnusedFiles(site: unknown): readonly FileKey[] {
  const listedSections: unknown = Object(site).sections;
  const sections: readonly unknown[] = Array.isArray(listedSections)
    ? listedSections
    : defaultSections;
  const omittedSections = sectionNames.filter((name) => !sections.includes(name));
  const files: FileKey[] = omittedSections.map((name) => SECTIONS[name].content);
  return omittedSections.includes('aplicacao') ? [...files, 'applicationModal'] : files;
}

export interface ContentFiles {
  /** Files that the page uses and that can be parsed. */
  readonly files: ReadonlyMap<FileKey, YamlFile>;
  readonly problems: readonly ContentProblem[];
}

const readFromFolder = (folder: string) => (key: FileKey) => {
  const name = contentFileName(key);
  return readYamlFile(join(folder, name), `content/${name}`);
};

const hasYamlFile = (folder: string): boolean =>
  existsSync(folder) && readdirSync(folder).some((name) => name.endsWith('.yaml'));

/** `readFile` may read a file from elsewhere than the folder. */
export function readContentFiles(
  folder: string,
  readFile: (key: FileKey) => ReadResult = readFromFolder(folder),
): ContentFiles {
  const files = new Map<FileKey, YamlFile>();
  const problems: ContentProblem[] = [];
  const addFile = (key: FileKey) => {
    const result = readFile(key);
    if (result.file) files.set(key, result.file);
    problems.push(...result.problems);
  };
  if (!hasYamlFile(folder)) {
    const sentence =
      'a pasta não existe ou está sem os arquivos do conteúdo; confira CONTENT_DIR, ou copie para ela os arquivos de content/';
    return { files, problems: [{ file: folder, line: 0, path: [], sentence }] };
  }
  addFile('site');
  const site = files.get('site');
  // Without site.yaml's list of sections, a missing file cannot be reported, because the page may not need it.
  if (!site) return { files, problems };
  const unusedFiles = findUnusedFiles(site.value);
  for (const key of fileKeys) {
    if (key !== 'site' && !unusedFiles.includes(key)) addFile(key);
  }
  return { files, problems };
}
