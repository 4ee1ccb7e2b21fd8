import {
  areValuesEqual,
  type FieldPath,
  isPathWithin,
  replaceAtPath,
  valueAtPath,
} from '@funil/contract/field-values';
import { makeOwnRecord } from '../../parts/stored-json.ts';

/** In localStorage, so that the edits outlive the tab and the browser. */
const editsRecord = makeOwnRecord<{ readonly edits: readonly Edit[] }>(
  'localStorage',
  'funil-console-page',
);
const MAX_SENT_VALUES = 4;

/** A change that the server has not stored; a value of undefined means a missing field. */
export interface Edit {
  readonly file: string;
  /** Keys from the file's root; a list is one field. */
  readonly path: readonly string[];
  readonly before?: unknown;
  readonly value?: unknown;
  /** Values that were sent without an answer; the server may have stored one of them. */
  readonly sent: readonly unknown[];
}

export type EditedField = Pick<Edit, 'file' | 'path'>;

export const storeUnsavedEdits = (operator: string, edits: readonly Edit[]): void =>
  editsRecord.write(operator, edits.length > 0 ? { edits } : null);

export const readUnsavedEdits = (operator: string): readonly Edit[] =>
  editsRecord.read(operator).edits ?? [];

/** Adds a value at the list's end, removes its earlier copy, and drops the oldest values of a long list. */
export const addSentValue = (sent: readonly unknown[], value: unknown): readonly unknown[] =>
  [...sent.filter((sentValue) => !areValuesEqual(sentValue, value)), value].slice(-MAX_SENT_VALUES);

export const isSameField = (one: EditedField, other: EditedField): boolean =>
  one.file === other.file && areValuesEqual(one.path, other.path);

/** An edit of a group around the field takes the value instead. Edits of fields within this field are replaced. */
export function addEdit(
  edits: readonly Edit[],
  { key, value, serverValue }: { key: string; value: unknown; serverValue: unknown },
  fieldPath: FieldPath,
): Edit[] {
  const path = savedPathOf(fieldPath);
  const enclosingEdit = edits.find((edit) => edit.file === key && isPathWithin(path, edit.path));
  if (enclosingEdit) {
    return edits.map((edit) =>
      edit === enclosingEdit ? { ...edit, value: valueAtPath(value, edit.path) } : edit,
    );
  }
  const otherEdits = edits.filter((edit) => edit.file !== key || !isPathWithin(edit.path, path));
  const before = valueAtPath(serverValue, path);
  return [...otherEdits, { file: key, path, before, value: valueAtPath(value, path), sent: [] }];
}

/** Returns the path to save. For a field in a list it is the list's path, because a list is saved as a whole. */
function savedPathOf(path: FieldPath): string[] {
  const listIndex = path.findIndex((step) => typeof step === 'number');
  return path.slice(0, listIndex < 0 ? undefined : listIndex).map(String);
}

export type SentEdit = Pick<Edit, 'file' | 'path' | 'value'>;

/** Returns the rest of an edit after the server saved its field or a field in it; empty if nothing is left. */
export function unsavedPart(edit: Edit, sent: SentEdit): Edit[] {
  if (edit.file !== sent.file || !isPathWithin(sent.path, edit.path)) return [edit];
  const before = replaceAtPath(edit.before, sent.path.slice(edit.path.length), sent.value);
  return areValuesEqual(before, edit.value) ? [] : [{ ...edit, before, sent: [] }];
}
