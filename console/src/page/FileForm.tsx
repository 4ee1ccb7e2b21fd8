import type {
  DraftFacts,
  EditorFile,
  EditorProblem,
  EditorSchema,
} from '@funil/contract/console/page-editor';
import type { FieldPath } from '@funil/contract/field-values';
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Button } from '../parts/Button.tsx';
import { Icon } from '../parts/Icon.tsx';
import { useNow } from '../parts/use-now.ts';
import { hasDraft, type LocalFile } from './draft.ts';
import { Field } from './fields/Field.tsx';
import { Help } from './fields/Help.tsx';
import { FieldContext, FormContext, pathName } from './form-context.ts';
import { labelPath } from './form-schema.ts';
import { describeEditor } from './names.ts';

const DiscardDialog = lazy(() =>
  import('./DiscardDialog.tsx').then((it) => ({ default: it.DiscardDialog })),
);

/** A field to which a problem leads. Another object leads there again. */
export interface Target {
  readonly file: string;
  readonly path: FieldPath;
}

interface Props {
  form: EditorFile;
  file: LocalFile;
  /** Of the whole draft. */
  problems: readonly EditorProblem[];
  facts: DraftFacts;
  me: string;
  target: Target | null;
  onTarget: (target: Target) => void;
  onBack: () => void;
}

/** The form of one file, made from its schema. Needs the file's key as React key. */
export function FileForm(props: Props) {
  const { form, file, problems, facts, me, target, onTarget, onBack } = props;
  const now = useNow();
  const [isDiscarding, setIsDiscarding] = useState(false);
  const own = useMemo(() => problems.filter((it) => it.file === form.key), [problems, form.key]);
  const [added, setAdded] = useState<{ path: FieldPath; after: Target | null } | null>(null);
  const show = useCallback((it: FieldPath) => setAdded({ path: it, after: target }), [target]);
  const path =
    added?.after === target ? added.path : target?.file === form.key ? target.path : null;
  const context = useMemo(
    () => ({
      file: form.key,
      problems: own,
      facts,
      target: path,
      show,
      opensGroups: countGroups(form.schema) <= MAX_OPEN_GROUPS,
    }),
    [form, own, facts, path, show],
  );
  const body = useFocusedTarget(path);
  const editor = describeEditor(file, me, now);
  return (
    <section className={FORM} ref={body} aria-labelledby="page-form-title">
      <header className="sticky z-3 top-0 flex items-center gap-2 min-h-14 -mx-pad px-pad py-2 border-b bg-ground [&>div]:flex-1 [&>div]:min-w-0">
        <BackButton onBack={onBack} />
        <div>
          <h2 id="page-form-title">{form.title}</h2>
          {editor && <p className="text-small text-info font-normal">{editor}</p>}
        </div>
        {hasDraft(file) && (
          <Button kind="quiet" onClick={() => setIsDiscarding(true)}>
            Descartar
            <span className="sr-only"> as mudanças desta parte</span>
          </Button>
        )}
      </header>
      {form.description && <Help>{form.description}</Help>}
      {file.hand_conflicts.length > 0 && (
        <p className="box border-warn">
          Mudou também no arquivo:{' '}
          {file.hand_conflicts.map((it) => labelPath(form.schema, file.value, it)).join(', ')}. Vale
          o que está neste rascunho.
        </p>
      )}
      <FieldContext value={Field}>
        <FormContext value={context}>
          <Field schema={form.schema} value={file.value} path={ROOT} isBare />
        </FormContext>
      </FieldContext>
      {own.length > 0 && <ProblemList form={form} file={file} problems={own} onTarget={onTarget} />}
      <Suspense>
        {isDiscarding && <DiscardDialog file={file} onClose={() => setIsDiscarding(false)} />}
      </Suspense>
    </section>
  );
}

const FORM =
  'page-form relative grid grid-cols-1 auto-rows-max content-start gap-4 min-h-0 px-pad pb-3 overflow-y-auto overscroll-contain in-data-[hides=form]:hidden not-in-data-[columns=1]:border-x';

export const PROBLEMS =
  'box grid gap-2 border-bad! [&>p]:flex [&>p]:items-center [&>p]:gap-2 [&>p]:font-semibold [&_.icon]:text-bad [&_ul]:grid [&_ul]:gap-2 [&_li]:flex [&_li]:flex-wrap [&_li]:items-center [&_li]:justify-between [&_li]:gap-x-4 [&_li]:gap-y-1.5 [&_li>span]:flex-[1_1_14rem]';

/** In place of the form of a file that was broken by hand. */
export const UnreadableFile = ({
  form,
  problems,
  onBack,
}: Pick<Props, 'form' | 'problems' | 'onBack'>) => (
  <section className={FORM} aria-labelledby="page-form-title">
    <header className="sticky z-3 top-0 flex items-center gap-2 min-h-14 -mx-pad px-pad py-2 border-b bg-ground [&>div]:flex-1 [&>div]:min-w-0">
      <BackButton onBack={onBack} />
      <h2 id="page-form-title">{form.title}</h2>
    </header>
    <div className={PROBLEMS}>
      <p>
        <Icon name="warning" />
        Esta parte mudou à mão e não pode ser lida. Conserte o arquivo; o rascunho dela está
        guardado.
      </p>
      <ul>
        {problems
          .filter(({ file }) => file === form.key)
          .map(({ sentence }) => (
            <li key={sentence}>{sentence}</li>
          ))}
      </ul>
    </div>
  </section>
);

const BackButton = ({ onBack }: Pick<Props, 'onBack'>) => (
  <Button
    kind="quiet"
    isSquare
    className="-ml-2.5 in-data-[columns=3]:hidden"
    aria-label="Voltar às partes"
    onClick={onBack}
  >
    <Icon name="back" />
  </Button>
);

const ROOT: FieldPath = [];

/** With more groups, an operator chooses one first. */
const MAX_OPEN_GROUPS = 6;

const countGroups = ({ properties = {} }: EditorSchema): number =>
  Object.values(properties).filter(({ type }) => type === 'object').length;

/** Focuses the field of a target, or the group that contains it. Groups and lists on the way open themselves. */
function useFocusedTarget(path: FieldPath | null) {
  const body = useRef<HTMLElement>(null);
  useEffect(() => {
    if (path === null) return;
    const starts = path.map((_, at) => path.slice(0, path.length - at));
    for (const start of starts) {
      const found = body.current?.querySelector<HTMLElement>(
        `[data-path="${CSS.escape(pathName(start))}"]`,
      );
      if (!found) continue;
      const control = found.matches('input, textarea, select')
        ? found
        : found.querySelector<HTMLElement>('input, textarea, select, button');
      control?.focus();
      found.scrollIntoView({ block: 'center' });
      return;
    }
  }, [path]);
  return body;
}

interface ProblemListProps extends Pick<Props, 'form' | 'file' | 'onTarget'> {
  problems: readonly EditorProblem[];
}

const ProblemList = ({ form, file, problems, onTarget }: ProblemListProps) => (
  <section
    className={`${PROBLEMS} md:sticky z-2 bottom-3 max-h-[min(30dvh,9.5rem)] overflow-y-auto bg-raised! shadow-shade`}
    aria-label="Problemas desta parte"
  >
    <p>
      <Icon name="warning" />
      {problems.length === 1 ? '1 problema' : `${problems.length} problemas`} para resolver antes de
      publicar
    </p>
    <ul>
      {problems.map((problem) => (
        <li key={`${pathName(problem.path)} ${problem.sentence}`}>
          <span>
            <strong>{labelPath(form.schema, file.value, problem.path)}</strong> {problem.sentence}
          </span>
          <Button onClick={() => onTarget({ file: form.key, path: [...problem.path] })}>
            Ir para o erro
          </Button>
        </li>
      ))}
    </ul>
  </section>
);
