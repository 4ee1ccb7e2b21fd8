import type { FieldPath } from '@funil/contract/field-values';
import type { DraftInsights, EditorProblem, EditorSchema } from '@funil/contract/page/page-editor';
import { type ComponentType, createContext, useContext } from 'react';
import { editField } from '../draft/draft.ts';
import { EMPTY_DRAFT } from '../draft/draft-store.ts';

interface FormContextValue {
  readonly file: string;
  readonly problems: readonly EditorProblem[];
  readonly insights: DraftInsights;
  /** The field to focus: the one that "Ir para o campo" opens, or one that was just added; null if none. */
  readonly targetPath: FieldPath | null;
  readonly focusNewField: (path: FieldPath) => void;
  /** Which groups are open at first; `small`: those of `isSmallGroup`. */
  readonly openGroups: 'all' | 'small' | 'none';
}

export const FormContext = createContext<FormContextValue>({
  file: '',
  problems: EMPTY_DRAFT.problems,
  insights: EMPTY_DRAFT.insights,
  targetPath: null,
  focusNewField: () => undefined,
  openGroups: 'none',
});
export const useForm = (): FormContextValue => useContext(FormContext);

export interface FieldProps {
  readonly schema: EditorSchema;
  /** Undefined if the content lacks the field. */
  readonly value: unknown;
  readonly path: FieldPath;
  readonly isRemovable?: boolean;
  /** True for the root and for a list's items: no visible label, help or panel. */
  readonly isBare?: boolean;
  /** True if a field `alt` beside the picture has the alternative text. */
  readonly hasAlt?: boolean;
}

/** Groups and lists contain fields of every kind; the context avoids a circular import. */
export const FieldContext = createContext<ComponentType<FieldProps>>(() => null);
export const useField = (): ComponentType<FieldProps> => useContext(FieldContext);

export function useEdit() {
  const { file } = useForm();
  return (path: FieldPath, next: unknown) => editField(file, path, next);
}

export const dataPathOf = (path: FieldPath): string => path.join('/');
