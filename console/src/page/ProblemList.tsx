import { type FieldPath, isPathWithin } from '@funil/contract/field-values';
import type { EditorForm, EditorProblem, ProblemMend } from '@funil/contract/page/page-editor';
import { findForm } from '@funil/contract/page/page-engine';
import { Button } from '../parts/Button.tsx';
import { Icon } from '../parts/Icon.tsx';
import { editField } from './draft/draft.ts';
import { useDraft } from './draft/draft-store.ts';
import { dataPathOf } from './fields/form-context.ts';
import { labelPath } from './fields/form-schema.ts';

/** A field to focus. Another object with the same file and path focuses the field again. */
export interface FieldTarget {
  readonly file: string;
  readonly path: FieldPath;
}

interface Props {
  forms: readonly EditorForm[];
  problems: readonly EditorProblem[];
  onGoToField: (target: FieldTarget) => void;
}

export function ProblemRows({ forms, problems, onGoToField }: Props) {
  const { files } = useDraft();
  const nameField = ({ file, path }: EditorProblem) => {
    const form = findForm(forms, file, path);
    if (!form) return file;
    const names = labelPath(form.schema, files.get(file)?.value, path);
    return names[0] === form.title ? names.join(' › ') : [form.title, ...names].join(' › ');
  };
  return (
    <ul className="grid gap-2">
      {problems.map((problem) => {
        const { file, path, sentence, mend } = problem;
        return (
          <li
            key={`${file} ${dataPathOf(path)} ${sentence}`}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5"
          >
            <span className="flex-[1_1_14rem]">
              <strong>{nameField(problem)}</strong> {sentence}
            </span>
            <span className="buttons">
              {mend && <MendButton file={file} mend={mend} />}
              <Button onClick={() => onGoToField({ file, path: [...path] })}>
                Ir para o campo
              </Button>
            </span>
          </li>
        );
      })}
    </ul>
  );
}

/** Disabled while a change is being saved, because that change may solve the problem. */
export const MendButton = ({ file, mend }: { file: string; mend: ProblemMend }) => (
  <Button
    disabled={useDraft().saving.state === 'saving'}
    onClick={() => editField(file, mend.path, mend.value)}
  >
    {mend.label}
  </Button>
);

/** Returns the mends that one click on a common button makes; of several mends of one field, only the first. */
function listMends(problems: readonly EditorProblem[]) {
  const mends: { file: string; mend: ProblemMend }[] = [];
  for (const { file, mend } of problems) {
    if (!mend) continue;
    const isFieldTaken = mends.some(
      (other) =>
        other.file === file &&
        (isPathWithin(other.mend.path, mend.path) || isPathWithin(mend.path, other.mend.path)),
    );
    if (!isFieldTaken) mends.push({ file, mend });
  }
  return mends;
}

function MendAllButton({ problems }: Pick<Props, 'problems'>) {
  const { saving } = useDraft();
  const mends = listMends(problems);
  if (mends.length < 2) return null;
  return (
    <Button
      kind="main"
      className="justify-self-start"
      disabled={saving.state === 'saving'}
      onClick={() => {
        for (const { file, mend } of mends) editField(file, mend.path, mend.value);
      }}
    >
      Tirar de uma vez ({mends.length})
    </Button>
  );
}

interface ListProps extends Props {
  title: string;
  className?: string;
}

export function ProblemList({ title, className = '', ...rows }: ListProps) {
  if (rows.problems.length === 0) return null;
  return (
    <section
      className={`box grid gap-2 border-bad! ${className}`}
      aria-label="Problemas"
      data-problem-list=""
    >
      <p className="flex items-center gap-2 font-semibold">
        <Icon name="warning" className="text-bad" />
        {title}
      </p>
      <MendAllButton problems={rows.problems} />
      <ProblemRows {...rows} />
    </section>
  );
}
