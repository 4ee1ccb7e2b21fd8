import type { EditorSchema } from '@funil/contract/console/page-editor';
import { type FieldPath, startsWith } from '@funil/contract/field-values';
import { useId, useState } from 'react';
import { Button, IconButton } from '../../parts/Button.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { showToast } from '../../parts/toast.ts';
import { type FieldProps, pathName, useEdit, useField, useForm } from '../form-context.ts';
import { makeEmpty, nameItem, resolveSchema } from '../form-schema.ts';
import { PageIcon } from '../PageIcon.tsx';
import { type Reorder, useReorder } from '../reorder.ts';
import { moveItem } from '../values.ts';
import { labelOf, Problems, RemoveButton } from './Frame.tsx';
import { Help } from './Help.tsx';

let lastId = 0;
const makeIds = (count: number) => Array.from({ length: count }, () => ++lastId);

/** Identities of a list's items, which follow them as they move. Another number of items gives all new ones. */
function useItemIds(count: number) {
  const [ids, setIds] = useState(() => makeIds(count));
  const current = ids.length === count ? ids : makeIds(count);
  if (current !== ids) setIds(current);
  return [current, setIds] as const;
}

const hasFields = (schema: EditorSchema): boolean => {
  const { schema: own, variants } = resolveSchema(schema);
  return own.type === 'object' || variants.some(({ type }) => type === 'object');
};

/** A list whose items are added, removed and reordered. Items with fields are closed to their titles. */
export function ListField({ schema, value, path, isRemovable }: FieldProps) {
  const id = useId();
  const edit = useEdit();
  const { problems, show } = useForm();
  const items: readonly unknown[] = Array.isArray(value) ? value : [];
  const [ids, setIds] = useItemIds(items.length);
  const itemSchema = schema.items ?? {};
  const own = problems.filter(
    (problem) =>
      startsWith(problem.path, path) && !(Number(problem.path[path.length]) < items.length),
  );
  const reorder = useReorder(items.length, (from, to) => {
    setIds(moveItem(ids, from, to) as number[]);
    edit(path, (list: readonly unknown[]) => moveItem(list, from, to));
  });
  const add = () => {
    setIds([...ids, ...makeIds(1)]);
    edit(path, [...items, makeEmpty(itemSchema)]);
    show([...path, items.length]);
  };
  const remove = (index: number, name: string) => {
    const removed = items[index];
    setIds(ids.filter((_, at) => at !== index));
    edit(
      path,
      items.filter((_, at) => at !== index),
    );
    showToast(`${name}: fora da lista.`, {
      label: 'Desfazer',
      onClick: () =>
        edit(path, (list: readonly unknown[] = []) => list.toSpliced(index, 0, removed)),
    });
  };
  const isFull = schema.maxItems !== undefined && items.length >= schema.maxItems;
  return (
    <fieldset className="page-list" data-path={pathName(path)} aria-describedby={`${id}-help`}>
      <legend className="page-label">
        <span className="text-small font-semibold">{labelOf(schema, path)}</span>
        {isRemovable && <RemoveButton schema={schema} path={path} />}
      </legend>
      {schema.description && <Help id={`${id}-help`}>{schema.description}</Help>}
      <Problems problems={own} />
      <ol ref={reorder.list}>
        {items.map((item, index) => (
          <Item
            key={ids[index]}
            schema={itemSchema}
            value={item}
            path={[...path, index]}
            reorder={reorder}
            onRemove={items.length > (schema.minItems ?? 0) ? remove : null}
          />
        ))}
      </ol>
      <p className="sr-only" role="status">
        {reorder.notice}
      </p>
      {isFull ? (
        <p className="text-small text-muted">
          No máximo {schema.maxItems}: tire um para acrescentar outro.
        </p>
      ) : (
        <Button className="page-add" onClick={add}>
          <Icon name="plus" />
          Acrescentar
          <span className="sr-only"> em {labelOf(schema, path)}</span>
        </Button>
      )}
    </fieldset>
  );
}

interface ItemProps {
  schema: EditorSchema;
  value: unknown;
  path: FieldPath;
  reorder: Reorder;
  /** Null: the list needs this many items. */
  onRemove: ((index: number, name: string) => void) | null;
}

function Item({ schema, value, path, reorder, onRemove }: ItemProps) {
  const Field = useField();
  const index = Number(path.at(-1));
  const { problems, target } = useForm();
  const isTarget = target !== null && startsWith(target, path);
  const [isOpen, setIsOpen] = useState(isTarget);
  const [lastTarget, setLastTarget] = useState(target);
  if (target !== lastTarget) {
    setLastTarget(target);
    if (isTarget) setIsOpen(true);
  }
  const name = nameItem(schema, value) ?? `Item ${index + 1}`;
  const isClosable = hasFields(schema);
  const count = problems.filter((problem) => startsWith(problem.path, path)).length;
  const buttons = <ItemButtons index={index} name={name} reorder={reorder} onRemove={onRemove} />;
  return (
    <li
      {...reorder.itemProps(index)}
      className="relative border rounded-lg bg-raised"
      data-open={isOpen || undefined}
    >
      <div className="page-item-head">
        <button type="button" className="page-grip" {...reorder.handleProps(index, name)}>
          <PageIcon name="grip" />
        </button>
        {isClosable ? (
          <button
            type="button"
            className="page-item-name"
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
            onKeyDown={reorder.moveByKey(index, name)}
          >
            <span className="truncate">{name}</span>
            {count > 0 && !isOpen && <ProblemCount count={count} />}
            <Icon name="forward" />
          </button>
        ) : (
          <Field schema={schema} value={value} path={path} isBare />
        )}
        {buttons}
      </div>
      {isClosable && isOpen && (
        <div className="px-3.5 pt-2 pb-4 border-t">
          <Field schema={schema} value={value} path={path} isBare />
        </div>
      )}
    </li>
  );
}

export const ProblemCount = ({ count }: { count: number }) => (
  <span className="flex-none min-w-5.5 px-1.5 py-0.25 rounded-full bg-bad text-raised text-small font-semibold text-center">
    {count}
    <span className="sr-only">{count === 1 ? ' problema' : ' problemas'}</span>
  </span>
);

interface ItemButtonsProps extends Pick<ItemProps, 'reorder' | 'onRemove'> {
  index: number;
  name: string;
}

const ItemButtons = ({ index, name, reorder, onRemove }: ItemButtonsProps) => (
  <span className="flex flex-none">
    <MoveButtons index={index} name={name} reorder={reorder} />
    {onRemove && (
      <IconButton aria-label={`Tirar ${name}`} title="Tirar" onClick={() => onRemove(index, name)}>
        <Icon name="trash" />
      </IconButton>
    )}
  </span>
);

type MoveButtonsProps = Omit<ItemButtonsProps, 'onRemove'>;

/** For fingers, which drag badly while the list scrolls. */
export const MoveButtons = ({ index, name, reorder }: MoveButtonsProps) => (
  <span className="hidden pointer-coarse:flex">
    <IconButton aria-label={`Subir ${name}`} onClick={() => reorder.moveTo(index, index - 1, name)}>
      <PageIcon name="up" />
    </IconButton>
    <IconButton
      aria-label={`Descer ${name}`}
      onClick={() => reorder.moveTo(index, index + 1, name)}
    >
      <PageIcon name="down" />
    </IconButton>
  </span>
);
