import { createHash } from 'node:crypto';
import {
  areValuesEqual,
  isObject,
  isPathWithin,
  replaceAtPath,
  valueAtPath,
} from '@funil/contract/field-values';
import type { DraftFile, DraftState } from '@funil/contract/page/page-editor';
import type { PageValues } from '@funil/contract/page/page-engine';
import { currentContentFolder, DEMONSTRATION_FOLDER } from '../config/content-folder.ts';
import type { Database, Queryable } from '../store/database.ts';
import { withLock } from '../store/locks.ts';
import type { PageDraftRow } from '../store/page-tables.ts';
import type { AsyncPageEngine } from './engine.ts';
import { ensureOwnContent } from './own-content.ts';

export interface PageDependencies {
  readonly database: Database;
  readonly engine: AsyncPageEngine;
  readonly ownContentDir: string;
  readonly now: () => number;
}

/** A value is undefined if the field is missing. */
export interface DraftField {
  readonly file: string;
  /** The keys from the file's root to the field. A list is one field. */
  readonly path: readonly string[];
  /** The value in the file when the field was first changed. */
  readonly base: unknown;
  readonly value: unknown;
  readonly changed_by: string;
  readonly changed_at: string;
}

export interface PageDraft {
  readonly folder: string;
  readonly valuesWithoutDraft: PageValues;
  readonly values: PageValues;
  readonly fields: readonly DraftField[];
}

const fromJson = (text: string | null): unknown => (text === null ? undefined : JSON.parse(text));
const toJson = (value: unknown): string | null =>
  value === undefined ? null : JSON.stringify(value);

const toField = (row: PageDraftRow): DraftField => ({
  ...row,
  path: JSON.parse(row.path) as string[],
  base: fromJson(row.base),
  value: fromJson(row.value),
});

const toRow = (field: DraftField): PageDraftRow => ({
  ...field,
  path: JSON.stringify(field.path),
  base: toJson(field.base),
  value: toJson(field.value),
});

export async function readFields(database: Queryable): Promise<DraftField[]> {
  const rows = await database
    .selectFrom('page_drafts')
    .selectAll()
    // Fields that were saved in one millisecond keep their order, which the draft's hash includes.
    .orderBy('changed_at')
    .orderBy('file')
    .orderBy('path')
    .execute();
  return rows.map(toField);
}

/** Applies the draft's fields to the saved values, so that edits of other fields by hand stay. */
function applyFields(
  folder: string,
  valuesWithoutDraft: PageValues,
  storedFields: readonly DraftField[],
): PageDraft {
  const fields = storedFields.filter(
    ({ file, path, value }) =>
      Object.hasOwn(valuesWithoutDraft, file) &&
      !areValuesEqual(valueAtPath(valuesWithoutDraft[file], path), value),
  );
  const values = Object.entries(valuesWithoutDraft).map(([key, value]) => {
    const fileFields = fields.filter(({ file }) => file === key);
    return [
      key,
      fileFields.reduce(
        (fileValue, field) => replaceAtPath(fileValue, field.path, field.value),
        value,
      ),
    ];
  });
  return { folder, valuesWithoutDraft, values: Object.fromEntries(values), fields };
}

export async function readDraft(deps: PageDependencies): Promise<PageDraft> {
  const { database, engine, ownContentDir } = deps;
  const folder = currentContentFolder(ownContentDir);
  if (folder !== DEMONSTRATION_FOLDER) ensureOwnContent(ownContentDir);
  const valuesWithoutDraft = await engine.readValues(await engine.readTexts(folder));
  return applyFields(folder, valuesWithoutDraft, await readFields(database));
}

function describeFile({ valuesWithoutDraft, values, fields }: PageDraft, key: string): DraftFile {
  const fileFields = fields.filter(({ file }) => file === key);
  const newestField = fileFields.at(-1);
  return {
    key,
    value: values[key],
    changed: fileFields.map(({ path }) => path),
    changed_by: newestField?.changed_by ?? null,
    changed_at: newestField?.changed_at ?? null,
    file_conflicts: fileFields
      .filter(({ path, base }) => !areValuesEqual(valueAtPath(valuesWithoutDraft[key], path), base))
      .map(({ path }) => path),
  };
}

export async function readDraftState(deps: PageDependencies): Promise<DraftState> {
  const draft = await readDraft(deps);
  const { problems, insights } = await deps.engine.check(draft.folder, draft.values);
  const files = Object.keys(draft.valuesWithoutDraft).map((key) => describeFile(draft, key));
  return { files, problems, insights };
}

export const hashDraft = ({ fields }: PageDraft): string =>
  createHash('sha256')
    .update(JSON.stringify(fields.map(toRow)))
    .digest('base64url');

interface FieldSave {
  readonly file: string;
  readonly path: readonly string[];
  readonly before: unknown;
  readonly value: unknown;
  readonly by: string;
}

type SaveResult =
  | { readonly ok: true; readonly draft: PageDraft; readonly file: DraftFile }
  | { readonly ok: false; readonly reason: 'missing' }
  | { readonly ok: false; readonly reason: 'unreadable'; readonly sentence: string }
  | { readonly ok: false; readonly reason: 'invalid-path' | 'too-large' }
  | { readonly ok: false; readonly reason: 'changed'; readonly current: DraftFile };

/** In characters of JSON. */
const MAX_FILE_LENGTH = 200_000;

/** The first save copies the demonstration as the seller's content. */
export async function saveField(deps: PageDependencies, save: FieldSave): Promise<SaveResult> {
  const { folder, valuesWithoutDraft } = await readDraft(deps);
  if (!Object.hasOwn(valuesWithoutDraft, save.file)) {
    const { problems } = await deps.engine.check(folder, valuesWithoutDraft);
    const problem = problems.find(({ file }) => file === save.file);
    return problem
      ? { ok: false, reason: 'unreadable', sentence: problem.sentence }
      : { ok: false, reason: 'missing' };
  }
  ensureOwnContent(deps.ownContentDir);
  const ownFolder = currentContentFolder(deps.ownContentDir);
  return withLock(deps.database, 'page', async (transaction) => {
    const storedDraft = applyFields(ownFolder, valuesWithoutDraft, await readFields(transaction));
    const refusal = findSaveRefusal(storedDraft, save);
    if (refusal) return { ok: false, ...refusal };
    const fields = changeFields(storedDraft, save, new Date(deps.now()).toISOString());
    const fileValue = replaceAtPath(storedDraft.values[save.file], save.path, save.value);
    if (JSON.stringify(fileValue).length > MAX_FILE_LENGTH)
      return { ok: false, reason: 'too-large' };
    await transaction.deleteFrom('page_drafts').where('file', '=', save.file).execute();
    const draft = applyFields(ownFolder, valuesWithoutDraft, fields);
    const rows = draft.fields.filter(({ file }) => file === save.file).map(toRow);
    if (rows.length > 0) await transaction.insertInto('page_drafts').values(rows).execute();
    return { ok: true, draft, file: describeFile(draft, save.file) };
  });
}

/** Refuses a part of a list, and a field that another operator has changed meanwhile. */
function findSaveRefusal(draft: PageDraft, { file, path, before, value }: FieldSave) {
  const fileValue = draft.values[file];
  const groups = path.map((_, index) => valueAtPath(fileValue, path.slice(0, index)));
  if (groups.some((group) => group !== undefined && !isObject(group))) {
    return { reason: 'invalid-path' } as const;
  }
  const storedValue = valueAtPath(fileValue, path);
  if (areValuesEqual(storedValue, before) || areValuesEqual(storedValue, value)) return null;
  return { reason: 'changed', current: describeFile(draft, file) } as const;
}

/**
 * A change within a group that the draft already changes becomes a part of that group. A change of a whole group
 * replaces the changed fields within it.
 */
function changeFields(
  { valuesWithoutDraft, fields }: PageDraft,
  { file, path, value, by }: FieldSave,
  changed_at: string,
): DraftField[] {
  const group = fields.find((other) => other.file === file && isPathWithin(path, other.path));
  const field: DraftField = group
    ? { ...group, value: replaceAtPath(group.value, path.slice(group.path.length), value) }
    : {
        file,
        path,
        base: valueAtPath(valuesWithoutDraft[file], path),
        value,
        changed_by: by,
        changed_at,
      };
  const otherFields = fields.filter(
    (other) => other.file !== file || !isPathWithin(other.path, field.path),
  );
  return [...otherFields, { ...field, changed_by: by, changed_at }];
}

/** Removes fields from the draft, except those that an operator has changed meanwhile. */
export const dropFields = (
  { database }: Pick<PageDependencies, 'database'>,
  fields: readonly DraftField[],
): Promise<void> =>
  withLock(database, 'page', async (transaction) => {
    // The lock is needed, because a save writes all rows of its file anew.
    for (const { file, path, value } of fields.map(toRow)) {
      await transaction
        .deleteFrom('page_drafts')
        .where('file', '=', file)
        .where('path', '=', path)
        .where('value', value === null ? 'is' : '=', value)
        .execute();
    }
  });
