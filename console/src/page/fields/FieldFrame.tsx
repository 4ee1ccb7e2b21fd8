import { isPathWithin, valueAtPath } from '@funil/contract/field-values';
import type { EditorProblem, EditorSchema } from '@funil/contract/page/page-editor';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { IconButton } from '../../parts/Button.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { showToast, showUndoable } from '../../parts/toast.ts';
import { draftStore } from '../draft/draft-store.ts';
import { dataPathOf, type FieldProps, useEdit, useForm } from './form-context.ts';
import { canRestoreField } from './form-schema.ts';

interface ControlAttributes {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': boolean;
  readonly 'data-path': string;
}

interface Props extends Omit<FieldProps, 'value'> {
  footer?: ReactNode;
  /** True if the control has its own label. */
  hasNoLabel?: boolean;
  children: (controlAttributes: ControlAttributes) => ReactNode;
}

export const LABEL_CLASSES =
  'flex items-center justify-between gap-2 w-full [&>:first-child]:text-small [&>:first-child]:font-semibold';

export function FieldFrame({
  schema,
  path,
  isRemovable,
  isBare,
  footer,
  hasNoLabel,
  children,
}: Props) {
  const id = useId();
  const problems = useForm().problems.filter((problem) => isPathWithin(problem.path, path));
  const help = isBare ? undefined : schema.description || undefined;
  const message = problems.length > 0 ? `${id}-error` : help && `${id}-help`;
  return (
    <div className="field">
      {!hasNoLabel && (
        <div className={isBare ? 'sr-only' : LABEL_CLASSES}>
          <label htmlFor={id}>{labelOf(schema, path)}</label>
          {isRemovable && <RemoveFieldButton schema={schema} path={path} />}
        </div>
      )}
      {children({
        id,
        'aria-describedby': message,
        'aria-invalid': problems.length > 0,
        'data-path': dataPathOf(path),
      })}
      <Problems id={`${id}-error`} problems={problems} />
      {help && <HelpText id={`${id}-help`}>{help}</HelpText>}
      {footer}
    </div>
  );
}

export const HelpText = (props: ComponentProps<'p'>) => (
  <p {...props} className="max-w-2xl mb-2 last:mb-0 text-small text-muted" />
);

export const FieldLegend = ({ schema, path, isRemovable }: Omit<FieldProps, 'value'>) => (
  <legend className={LABEL_CLASSES}>
    <span>{labelOf(schema, path)}</span>
    {isRemovable && <RemoveFieldButton schema={schema} path={path} />}
  </legend>
);

export function labelOf({ title }: EditorSchema, path: FieldProps['path']): string {
  const step = path.at(-1);
  if (typeof step === 'number') return `${title ?? 'Item'} ${step + 1}`;
  return title ?? String(step ?? '');
}

export const Problems = ({ id, problems }: { id?: string; problems: readonly EditorProblem[] }) =>
  problems.length > 0 && (
    <div className="text-small text-bad" id={id}>
      {problems.map(({ path, sentence }) => (
        <p key={`${path.join('/')} ${sentence}`}>{sentence}</p>
      ))}
    </div>
  );

export const CHANGED_SINCE_TEXT = 'Não dá para desfazer: esta parte mudou depois.';

export function RemoveFieldButton({ schema, path }: Pick<FieldProps, 'schema' | 'path'>) {
  const { file } = useForm();
  const edit = useEdit();
  const label = labelOf(schema, path);
  const readGroup = () => valueAtPath(draftStore.read().files.get(file)?.value, path.slice(0, -1));
  const remove = () => {
    const removed = valueAtPath(readGroup(), path.slice(-1));
    edit(path, undefined);
    const groupAfter = readGroup();
    showUndoable(`${label}: fora da página.`, () => {
      if (canRestoreField(path, groupAfter, readGroup())) {
        edit(path, (value: unknown) => (value === undefined ? removed : value));
      } else {
        showToast(CHANGED_SINCE_TEXT);
      }
    });
  };
  return (
    <IconButton aria-label={`Tirar: ${label}`} title="Tirar" onClick={remove}>
      <Icon name="close" />
    </IconButton>
  );
}
