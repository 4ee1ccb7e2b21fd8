import { formatQuantity } from '@funil/contract/counts';
import { type FieldPath, isPathWithin, valueAtPath } from '@funil/contract/field-values';
import type { EditorForm } from '@funil/contract/page/page-editor';
import { findForm } from '@funil/contract/page/page-engine';
import { type ReactNode, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { DialogButton } from '../parts/Dialog.tsx';
import { lazyPart } from '../parts/lazy-part.ts';
import { useNow } from '../parts/time/use-now.ts';
import { hasUnpublishedChanges, type LocalFile, useDraft } from './draft/draft-store.ts';
import { FormFrame } from './FormFrame.tsx';
import { Field } from './fields/Field.tsx';
import { HelpText } from './fields/FieldFrame.tsx';
import { dataPathOf, FieldContext, FormContext } from './fields/form-context.ts';
import { labelPath } from './fields/form-schema.ts';
import { describeOtherEditor } from './names.ts';
import { type FieldTarget, ProblemList } from './ProblemList.tsx';
import { DiscardDialog } from './publish/DiscardDialog.tsx';

const PageConnections = lazyPart(
  () => import('../connections/PageConnections.tsx'),
  'PageConnections',
);

interface Props {
  forms: readonly EditorForm[];
  form: EditorForm;
  file: LocalFile;
  operatorEmail: string;
  target: FieldTarget | null;
  /** Shown again where a secret is saved, because saving a secret does not publish the page. */
  publishButton: ReactNode;
  onGoToField: (target: FieldTarget) => void;
  onBack: () => void;
}

/** A form made from a schema. The caller passes the form's id as React key, so that each form has its own state. */
export function FileForm(props: Props) {
  const { forms, form, file, operatorEmail, publishButton, onGoToField, onBack } = props;
  const now = useNow();
  const { context, markAsBlurred } = useFormContext(props);
  const formRef = useFieldFocus(context.targetPath);
  const hasProblems = context.problems.length > 0;
  useEffect(() => {
    // The list of problems appears over the form's end, and may cover the field with the focus.
    const field = hasProblems && formRef.current?.querySelector(':focus');
    if (field) field.scrollIntoView({ block: 'nearest' });
  }, [hasProblems, formRef]);
  const conflictingFields = file.file_conflicts
    .filter((path) => findForm(forms, form.key, path) === form)
    .map((path) => labelPath(form.schema, file.value, path).join(' › '));
  return (
    <FormFrame
      title={form.title}
      ref={formRef}
      onBack={onBack}
      editorNote={describeOtherEditor({ file, form, operatorEmail, now })}
      actions={hasUnpublishedChanges(file, form) && <DiscardButton file={file} form={form} />}
    >
      {form.description && <HelpText>{form.description}</HelpText>}
      {conflictingFields.length > 0 && (
        <p className="box border-warn">
          Mudou também fora do painel: {conflictingFields.join(', ')}. Vale o que está neste
          rascunho.
        </p>
      )}
      <fieldset
        className="contents"
        onBlur={({ target: field }) => {
          const { path: dataPath } = field.dataset;
          if (dataPath) markAsBlurred(dataPath);
        }}
      >
        <FieldContext value={Field}>
          <FormContext value={context}>
            <Field schema={form.schema} value={file.value} path={ROOT_PATH} isBare />
          </FormContext>
        </FieldContext>
      </fieldset>
      <ProblemList
        className="md:sticky z-2 bottom-3 max-h-[min(30dvh,12rem)] overflow-y-auto bg-raised! shadow-shade"
        title={`${formatQuantity(context.problems.length, 'problema', 'problemas')} para resolver antes de publicar`}
        forms={forms}
        problems={context.problems}
        onGoToField={onGoToField}
      />
      <Suspense>
        {(form.id === 'checkout' || form.id === 'tracking') && (
          <PageConnections
            topic={form.id}
            site={Object(file.value)}
            publishButton={publishButton}
          />
        )}
      </Suspense>
    </FormFrame>
  );
}

const DiscardButton = (discarded: Pick<Props, 'file' | 'form'>) => (
  <DialogButton
    kind="quiet"
    dialog={(close) => <DiscardDialog discarded={discarded} onClose={close} />}
  >
    Descartar
    <span className="sr-only"> as mudanças desta parte</span>
  </DialogButton>
);

export const UnreadableFile = ({ form, onBack }: Pick<Props, 'form' | 'onBack'>) => (
  <FormFrame title={form.title} onBack={onBack}>
    <p className="box border-bad! font-semibold">
      Esta parte mudou fora do painel e não pode ser lida. Quem a mudou precisa consertá-la; o
      rascunho dela está salvo.
    </p>
  </FormFrame>
);

function useFormContext({ forms, form, file, target }: Props) {
  const { problems, insights } = useDraft();
  const [addedField, setAddedField] = useState<{
    path: FieldPath;
    targetBefore: FieldTarget | null;
  } | null>(null);
  const [blurredFields, setBlurredFields] = useState<ReadonlySet<string>>(new Set());
  const formProblems = useMemo(() => {
    // An empty field of the item added last counts as a mistake only after the operator leaves the field.
    const isUntouched = (field: FieldPath) =>
      addedField !== null &&
      isPathWithin(field, addedField.path) &&
      valueAtPath(file.value, field) === '' &&
      !blurredFields.has(dataPathOf(field));
    return problems.filter(
      (problem) =>
        findForm(forms, problem.file, problem.path) === form && !isUntouched(problem.path),
    );
  }, [problems, forms, form, file.value, addedField, blurredFields]);
  const focusNewField = useCallback(
    (field: FieldPath) => setAddedField({ path: field, targetBefore: target }),
    [target],
  );
  const targetPath =
    addedField?.targetBefore === target
      ? addedField.path
      : target && findForm(forms, target.file, target.path) === form
        ? target.path
        : null;
  const context = useMemo(
    () => ({
      file: form.key,
      problems: formProblems,
      insights,
      targetPath,
      focusNewField,
      openGroups: groupsToOpen(form),
    }),
    [form, formProblems, insights, targetPath, focusNewField],
  );
  const markAsBlurred = (dataPath: string) => {
    if (!blurredFields.has(dataPath)) setBlurredFields(new Set(blurredFields).add(dataPath));
  };
  return { context, markAsBlurred };
}

const ROOT_PATH: FieldPath = [];

const MAX_GROUPS_TO_OPEN_ALL = 2;
const MAX_GROUPS_TO_OPEN_SMALL = 6;

/** Opens fewer groups the more there are. Rarely used groups do not count. */
function groupsToOpen({ schema: { properties = {} } }: EditorForm): 'all' | 'small' | 'none' {
  const { length } = Object.values(properties).filter(
    ({ type, isRare }) => type === 'object' && !isRare,
  );
  return length <= MAX_GROUPS_TO_OPEN_ALL
    ? 'all'
    : length <= MAX_GROUPS_TO_OPEN_SMALL
      ? 'small'
      : 'none';
}

/** Focuses the field at `path`, or the nearest group around the field that the form shows. */
function useFieldFocus(path: FieldPath | null) {
  const formRef = useRef<HTMLElement>(null);
  useEffect(() => {
    if (path === null) return;
    const pathAndParents = path.map((_, depth) => path.slice(0, path.length - depth));
    for (const candidate of pathAndParents) {
      const fieldElement = formRef.current?.querySelector<HTMLElement>(
        `[data-path="${CSS.escape(dataPathOf(candidate))}"]`,
      );
      if (!fieldElement) continue;
      const control = fieldElement.matches('input, textarea, select')
        ? fieldElement
        : fieldElement.querySelector<HTMLElement>('input, textarea, select, button');
      control?.focus();
      fieldElement.scrollIntoView({ block: 'center' });
      return;
    }
  }, [path]);
  return formRef;
}
