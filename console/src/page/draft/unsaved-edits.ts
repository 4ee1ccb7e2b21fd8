import {
  areValuesEqual,
  type FieldPath,
  isPathWithin,
  replaceAtPath,
  valueAtPath,
} from '@funil/contract/field-values';
import { makeOperatorRecord } from '../../parts/stored-json.ts';

/** In localStorage, so that the edits outlive the tab and the browser. */
const editsRecord = makeOperatorRecord<{ readonly edits: readonly Edit[] }>(
  'localStorage',
  'funil-console-page',
);
const MAX_SENT_VALUES = 4;

/** A change that the server has not stored; a value of undefined means a missing field. */
export interface Edit {
  readonly file: string;
  /** Keys from the file's root, down to a list at most, because a list is saved as a whole. */
  readonly path: readonly string[];
  readonly before?: unknown;
  readonly value?: unknown;
  /** Values that were sent without an answer; the server may have stored one of them. */
  readonly sent: readonly unknown[];
}

export type EditedField = Pick<Edit, 'file' | 'path'>;

export const storeUnsavedEdits = (operatorEmail: string, edits: readonly Edit[]): void =>
  editsRecord.write(operatorEmail, edits.length > 0 ? { edits } : null);

export const readUnsavedEdits = (operatorEmail: string): readonly Edit[] =>
  editsRecord.read(operatorEmail).edits ?? [];

/** Adds a value at the list's end, removes its earlier copy, and drops the oldest values of a long list. */
export const addSentValue = (sent: readonly unknown[], value: unknown): readonly unknown[] =>
  [...sent.filter((sentValue) => !areValuesEqual(sentValue, value)), value].slice(-MAX_SENT_VALUES);

export const isSameField = (one: EditedField, other: EditedField): boolean =>
  one.file === other.file && areValuesEqual(one.path, other.path);

/**
 * If a group that contains the field already has an edit, that edit takes the new value. Otherwise, the new edit
 * replaces edits of fields within this field.
 */
export function addEdit(
  edits: readonly Edit[],
  {
    key: fileKey,
    value: fileValue,
    serverValue,
  }: { key: string; value: unknown; serverValue: unknown },
  fieldPath: FieldPath,
): Edit[] {
  const path = savedPathOf(fieldPath);
  const enclosingEdit = edits.find(
    (edit) => edit.file === fileKey && isPathWithin(path, edit.path),
  );
  if (enclosingEdit) {
    return edits.map((edit) =>
      edit === enclosingEdit ? { ...edit, value: valueAtPath(fileValue, edit.path) } : edit,
    );
  }
  const otherEdits = edits.filter(
    (edit) => edit.file !== fileKey || !isPathWithin(edit.path, path),
  );
  const before = valueAtPath(serverValue, path);
  return [
    ...otherEdits,
    { file: fileKey, path, before, value: valueAtPath(fileValue, path), sent: [] },
  ];
}

/** Returns the path to save. For a field in a list it is the list's path, because a list is saved as a whole. */
function savedPathOf(path: FieldPath): string[] {
  const listIndex = path.findIndex((step) => typeof step === 'number');
  return path.slice(0, listIndex < 0 ? undefined : listIndex).map(String);
}

export type SavedEdit = Pick<Edit, 'file' | 'path' | 'value'>;

/** Returns the part of `edit` that is still unsaved after the server stored `savedEdit`: one edit or none. */
export function unsavedPart(edit: Edit, savedEdit: SavedEdit): Edit[] {
  if (edit.file !== savedEdit.file || !isPathWithin(savedEdit.path, edit.path)) return [edit];
  const before = replaceAtPath(
    edit.before,
    savedEdit.path.slice(edit.path.length),
    savedEdit.value,
  );
  return areValuesEqual(before, edit.value) ? [] : [{ ...edit, before, sent: [] }];
}
