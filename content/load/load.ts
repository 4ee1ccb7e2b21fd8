import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type FieldPath, isObject, replaceAtPath, valueAtPath } from '@funil/contract/field-values';
import type { z } from 'zod';
import { type Content, contentSchema, fileSchemas } from '../schema/content.ts';
import { themeSchema } from '../schema/theme.ts';
import {
  findDeadAnchors,
  findEmptyPlaceholders,
  findMissingImages,
  findUnknownPlaceholders,
  findUnprintableTexts,
} from './check-texts.ts';
import { findThemeProblems } from './check-theme.ts';
import { ContentError, type ContentProblem } from './content-error.ts';
import { type ContentFiles, type FileKey, readContentFiles } from './content-files.ts';
import { findContentFolder } from './content-folder.ts';
import { findDemoLeftovers } from './demonstration.ts';
import { describeExpectation, explainIssue } from './explain-issue.ts';
import { findSmallestRemoval } from './find-smallest-removal.ts';
import { derivedNames, resolvePlaceholders, withPortugueseNames } from './placeholders.ts';
import { placeSeats } from './seats.ts';
import { fillPlaceholders, preventLineBreaks } from './texts.ts';
import { makeFieldProblem, type YamlFile } from './yaml-file.ts';

type YamlFiles = ContentFiles['files'];

function listImages(folder: string): ReadonlySet<string> {
  try {
    return new Set(readdirSync(join(folder, 'images')));
  } catch {
    // If the folder is missing, every picture in the content is reported as missing.
    return new Set();
  }
}

function explainIssueInFile(files: YamlFiles, issue: z.core.$ZodIssue): ContentProblem[] {
  const [key, ...path] = issue.path as [FileKey, ...FieldPath];
  const file = files.get(key);
  // An unreadable file is already reported.
  if (!file) return [];
  const schema = fileSchemas[key];
  const problems = explainIssue({ file, schema }, issue, path);
  // If one of two fields that need each other is missing, removing the other solves the problem, too.
  if (issue.code !== 'custom') return problems;
  const mend = findSmallestRemoval(schema, file.value, path);
  return problems.map((problem) => ({ ...problem, mend }));
}

/** Returns the names of the seller's facts, also if site.yaml has errors; undefined if it has no group of facts. */
function listFactNames(site: YamlFile | undefined): string[] | undefined {
  const { facts } = Object(site?.value);
  return isObject(facts) ? Object.keys(facts) : undefined;
}

const findNameConflicts = (site: YamlFile | undefined): ContentProblem[] =>
  site
    ? (listFactNames(site) ?? [])
        .filter((name) => derivedNames.includes(name))
        .map((name) =>
          makeFieldProblem(site, ['facts', name], `{${name}} já é o nome de outro valor`),
        )
    : [];

/** Finds out whether the page has the tested text, and whether the second version fits there. */
function findTestProblems(
  files: YamlFiles,
  rawValues: object,
  { site }: Content,
): ContentProblem[] {
  const file = files.get('site');
  if (!file || !site.test) return [];
  const { field, text } = site.test;
  const path = field.split('.');
  if (typeof valueAtPath(rawValues, path) !== 'string') {
    const sentence = `a página não tem o texto "${field}", que o teste muda`;
    return [makeFieldProblem(file, ['test', 'field'], sentence)];
  }
  const parsedVersionB = contentSchema.safeParse(replaceAtPath(rawValues, path, text), {
    error: describeExpectation,
  });
  return (parsedVersionB.error?.issues ?? []).map(({ message }) =>
    makeFieldProblem(file, ['test', 'text'], `a versão B precisa ser ${message}`),
  );
}

/** Finds problems between fields that are each valid. */
function findRelationProblems(
  files: YamlFiles,
  rawValues: object,
  content: Content,
  folder: string,
): ContentProblem[] {
  const values = resolvePlaceholders(content);
  return [
    ...[...files].flatMap(([key, file]) => [
      ...findEmptyPlaceholders(file, fileSchemas[key], values),
      ...findDeadAnchors(file, fileSchemas[key], content),
    ]),
    ...findTestProblems(files, rawValues, content),
    ...(content.site.demo ? [] : findDemoLeftovers([...files.values()], folder)),
  ];
}

/**
 * Returns all texts with placeholders filled. Titles keep their `**`, a number and its unit are joined by a no-break
 * space, money is in centavos. `folder` contains `images` and `fonts`. Throws a ContentError with all problems.
 */
export function checkFiles(contentFiles: ContentFiles, folder: string): Content {
  const images = listImages(folder);
  const { files } = contentFiles;
  const problems = [...contentFiles.problems];
  const rawValues = Object.fromEntries([...files].map(([key, file]) => [key, file.value]));
  const parsed = contentSchema.safeParse(rawValues, { error: describeExpectation });
  const site = files.get('site');
  const factNames = listFactNames(site);
  const placeholderNames = withPortugueseNames([...derivedNames, ...(factNames ?? [])]);

  problems.push(...findNameConflicts(site));
  const theme = themeSchema.safeParse(Object(site?.value).theme);
  if (site && theme.success) problems.push(...findThemeProblems(site, theme.data, folder));
  for (const issue of parsed.error?.issues ?? [])
    problems.push(...explainIssueInFile(files, issue));
  for (const file of files.values()) {
    problems.push(
      // Without the facts, nearly every placeholder would be reported as unknown.
      ...(factNames ? findUnknownPlaceholders(file, placeholderNames) : []),
      ...findMissingImages(file, images),
      ...findUnprintableTexts(file),
    );
  }
  if (parsed.success && problems.length === 0) {
    problems.push(...findRelationProblems(files, rawValues, parsed.data, folder));
  }
  if (problems.length > 0 || !parsed.success) {
    throw new ContentError(
      problems.sort((a, b) => a.file.localeCompare(b.file) || a.line - b.line),
    );
  }

  // Filling a placeholder can make a text too long.
  const filledValues = preventLineBreaks(
    fillPlaceholders(rawValues, resolvePlaceholders(parsed.data)),
  );
  const filledContent = contentSchema.safeParse(filledValues, { error: describeExpectation });
  if (filledContent.success) return placeSeats(filledContent.data);
  throw new ContentError(
    filledContent.error.issues.flatMap((issue) => explainIssueInFile(files, issue)),
  );
}

export const loadContent = (folder = findContentFolder()): Content =>
  checkFiles(readContentFiles(folder), folder);
