import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';
import { missingImages, unknownPlaceholders } from './check-texts.ts';
import { ContentError, type ContentProblem } from './content-error.ts';
import { findContentFolder } from './content-folder.ts';
import { expected } from './expected.ts';
import { explainIssue } from './explain-issue.ts';
import { interpolate } from './interpolate.ts';
import { placeholderValues } from './placeholders.ts';
import { type Content, contentSchema } from './schema/content.ts';
import { readYamlFile, type YamlFile } from './yaml-file.ts';

type Section = keyof Content;

const sections = Object.keys(contentSchema.shape) as Section[];

const fileNameOf = (section: Section): string =>
  `${section.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.yaml`;

const imagesIn = (folder: string): ReadonlySet<string> => {
  try {
    return new Set(readdirSync(join(folder, 'images')));
  } catch {
    // No folder, no pictures: each one named in content is then reported as missing.
    return new Set();
  }
};

const readAll = (folder: string) => {
  const files = new Map<Section, YamlFile>();
  const problems: ContentProblem[] = [];
  for (const section of sections) {
    const name = fileNameOf(section);
    const result = readYamlFile(join(folder, name), `content/${name}`);
    if (result.ok) files.set(section, result.file);
    else problems.push(...result.problems);
  }
  return { files, problems };
};

const explain = (files: ReadonlyMap<Section, YamlFile>, issue: z.core.$ZodIssue) => {
  const [first, ...path] = issue.path;
  const section = sections.find((name) => name === first);
  const file = section && files.get(section);
  // A file that could not be read is already reported.
  if (!file) return [];
  return explainIssue({ file, schema: contentSchema.shape[section] }, { ...issue, path });
};

const byPlace = (a: ContentProblem, b: ContentProblem) =>
  a.file.localeCompare(b.file) || a.line - b.line;

/**
 * Reads, checks and fills every content file.
 *
 * @param dir the folder of the YAML files and `images`; this package's own when left out
 * @returns every text, with placeholders such as `{seats}` replaced; titles keep their `**` marks
 * @throws ContentError listing everything wrong, in Portuguese, with file and line
 */
export const loadContent = (dir?: URL | string): Content => {
  const folder = findContentFolder(dir);
  const images = imagesIn(folder);
  const { files, problems } = readAll(folder);
  const raw = Object.fromEntries([...files].map(([section, file]) => [section, file.value]));
  const parsed = contentSchema.safeParse(raw, { error: expected });

  for (const issue of parsed.error?.issues ?? []) problems.push(...explain(files, issue));
  for (const file of files.values()) {
    problems.push(...unknownPlaceholders(file), ...missingImages(file, images));
  }
  if (problems.length > 0 || !parsed.success) throw new ContentError(problems.sort(byPlace));

  return contentSchema.parse(interpolate(parsed.data, placeholderValues(parsed.data)));
};
