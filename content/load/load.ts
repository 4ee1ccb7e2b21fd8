import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';
import { type Content, contentSchema, fileSchemas } from '../schema/content.ts';
import {
  findDeadAnchors,
  findEmptyPlaceholders,
  findMissingImages,
  findUnknownPlaceholders,
} from './check-texts.ts';
import { findThemeProblems } from './check-theme.ts';
import { ContentError, type ContentProblem } from './content-error.ts';
import { type FileKey, readContentFiles } from './content-files.ts';
import { findContentFolder } from './content-folder.ts';
import { findDemoLeftovers } from './demonstration.ts';
import { describeExpectation, explainIssue } from './explain-issue.ts';
import { derivedNames, placeholderValues } from './placeholders.ts';
import { addNonBreakingSpaces, fillPlaceholders } from './texts.ts';
import { describeFieldProblem, type YamlFile } from './yaml-file.ts';

type Files = ReadonlyMap<FileKey, YamlFile>;

const imagesIn = (folder: string): ReadonlySet<string> => {
  try {
    return new Set(readdirSync(join(folder, 'images')));
  } catch {
    // No folder, no pictures: each one named in content is then reported as missing.
    return new Set();
  }
};

const explain = (files: Files, issue: z.core.$ZodIssue): ContentProblem[] => {
  const [first, ...path] = issue.path;
  const found = [...files].find(([key]) => key === first);
  // A file that could not be read is already reported.
  if (!found) return [];
  const [key, file] = found;
  return explainIssue({ file, schema: fileSchemas[key] }, { ...issue, path });
};

/** Names of site.yaml's `facts`, also while something else in it is wrong. */
const factNames = (site: YamlFile | undefined): string[] => {
  const facts: unknown = site && Reflect.get(Object(site.value), 'facts');
  return Object.keys(Object(facts));
};

const takenNames = (site: YamlFile | undefined): ContentProblem[] =>
  site
    ? factNames(site)
        .filter((name) => derivedNames.includes(name))
        .map((name) =>
          describeFieldProblem(site, ['facts', name], `{${name}} já é o nome de outro valor`),
        )
    : [];

/** What is wrong with content whose every field is right by itself. */
const checkTogether = (files: Files, content: Content, folder: string): ContentProblem[] => {
  const values = placeholderValues(content);
  const site = files.get('site');
  return [
    ...(site ? findThemeProblems(site, content.site.theme, folder) : []),
    ...[...files.values()].flatMap((file) => [
      ...findEmptyPlaceholders(file, values),
      ...findDeadAnchors(file, content),
    ]),
    ...(content.site.demo ? [] : findDemoLeftovers([...files.values()], folder)),
  ];
};

const byPlace = (a: ContentProblem, b: ContentProblem) =>
  a.file.localeCompare(b.file) || a.line - b.line;

/**
 * Reads, checks and fills every content file.
 *
 * @param dir the folder of the YAML files and `images`; see findContentFolder when left out
 * @returns every text, with placeholders such as `{seats}` replaced; titles keep their `**` marks,
 * numbers hold on to what they count by a non-breaking space, money is in whole centavos
 * @throws ContentError listing everything wrong, in Portuguese, with file and line
 */
export const loadContent = (dir?: URL | string): Content => {
  const folder = findContentFolder(dir);
  const images = imagesIn(folder);
  const { files, problems: unreadable } = readContentFiles(folder);
  const raw = Object.fromEntries([...files].map(([key, file]) => [key, file.value]));
  const parsed = contentSchema.safeParse(raw, { error: describeExpectation });
  const site = files.get('site');
  const known = [...derivedNames, ...factNames(site)];

  const problems = [...unreadable, ...takenNames(site)];
  for (const issue of parsed.error?.issues ?? []) problems.push(...explain(files, issue));
  for (const file of files.values()) {
    problems.push(...findUnknownPlaceholders(file, known), ...findMissingImages(file, images));
  }
  if (parsed.success && problems.length === 0) {
    problems.push(...checkTogether(files, parsed.data, folder));
  }
  if (problems.length > 0 || !parsed.success) throw new ContentError(problems.sort(byPlace));

  // A text may fit with a name in braces and be too long with what the name stands for.
  const filled = addNonBreakingSpaces(fillPlaceholders(raw, placeholderValues(parsed.data)));
  const final = contentSchema.safeParse(filled, { error: describeExpectation });
  if (final.success) return final.data;
  throw new ContentError(final.error.issues.flatMap((issue) => explain(files, issue)));
};
