import type { DraftFacts, EditorProblem, EditorSchema } from '@funil/contract/console/page-editor';
import type { FieldPath } from '@funil/contract/field-values';
import { type ComponentType, createContext, useContext } from 'react';
import { editField } from './draft.ts';

interface Form {
  /** The key of the edited file. */
  readonly file: string;
  readonly problems: readonly EditorProblem[];
  readonly facts: DraftFacts;
  /** The field that "Ir para o campo" opens, or that was just added. */
  readonly target: FieldPath | null;
  /** Makes a field the target. */
  readonly showField: (path: FieldPath) => void;
  /** The groups that are open at first. */
  readonly openGroups: 'all' | 'small' | 'none';
}

export const FormContext = createContext<Form>({
  file: '',
  problems: [],
  facts: { price_lines: [], price_advice: null, contrasts: [], leftovers: null },
  target: null,
  showField: () => undefined,
  openGroups: 'none',
});
export const useForm = (): Form => useContext(FormContext);

/** The properties of every field's component. */
export interface FieldProps {
  readonly schema: EditorSchema;
  /** Undefined: the content does not have the field. */
  readonly value: unknown;
  readonly path: FieldPath;
  /** Whether the field may be removed. */
  readonly isRemovable?: boolean;
  /** Shows the label to screen readers only, as in a list of texts. */
  readonly isBare?: boolean;
  /** With a picture: whether the field `alt` beside it has its alternative text. */
  readonly hasAlt?: boolean;
}

/** The component of any field, because groups and lists contain fields of every kind. */
export const FieldContext = createContext<ComponentType<FieldProps>>(() => null);
export const useField = (): ComponentType<FieldProps> => useContext(FieldContext);

/** Returns a function that changes a field of the form's file. */
export function useEdit() {
  const { file } = useForm();
  return (path: FieldPath, next: unknown) => editField(file, path, next);
}

/** Returns the `data-path` of a field's element, by which a problem finds it. */
export const pathName = (path: FieldPath): string => path.join('/');
