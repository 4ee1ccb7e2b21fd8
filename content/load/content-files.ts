import { join } from 'node:path';
import { fileSchemas } from '../schema/content.ts';
import { type SectionName, sectionContents, sectionNames } from '../schema/sections.ts';
import type { ContentProblem } from './content-error.ts';
import { readYamlFile, type YamlFile } from './yaml-file.ts';

/** A file by what it is called in `Content`. */
export type FileKey = keyof typeof fileSchemas;

const allKeys = Object.keys(fileSchemas) as FileKey[];

export const fileNameOf = (key: FileKey): string =>
  `${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.yaml`;

const isSection = (name: unknown): name is SectionName =>
  sectionNames.some((known) => known === name);

/** The sections that site.yaml asks for; all of them where it does not say. */
const wantedSections = (site: unknown): readonly SectionName[] => {
  const list: unknown = typeof site === 'object' && site !== null && Reflect.get(site, 'sections');
  return Array.isArray(list) ? list.filter(isSection) : sectionNames;
};

/** The files of sections that are left out; the application's own goes with its section. */
const unwantedFiles = (site: unknown): ReadonlySet<FileKey> => {
  const wanted = wantedSections(site);
  const left = sectionNames.filter((name) => !wanted.includes(name));
  const files: FileKey[] = left.map((name) => sectionContents[name]);
  return new Set(left.includes('aplicacao') ? [...files, 'applicationModal'] : files);
};

export interface ContentFiles {
  readonly files: ReadonlyMap<FileKey, YamlFile>;
  readonly problems: readonly ContentProblem[];
}

/** Reads every file that the page is made of. */
export const readContentFiles = (folder: string): ContentFiles => {
  const files = new Map<FileKey, YamlFile>();
  const problems: ContentProblem[] = [];
  const read = (key: FileKey) => {
    const name = fileNameOf(key);
    const result = readYamlFile(join(folder, name), `content/${name}`);
    if (result.file) files.set(key, result.file);
    problems.push(...result.problems);
  };
  read('site');
  const unwanted = unwantedFiles(files.get('site')?.value);
  for (const key of allKeys) {
    if (key !== 'site' && !unwanted.has(key)) read(key);
  }
  return { files, problems };
};
