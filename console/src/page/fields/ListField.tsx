import { type FieldPath, isPathWithin } from '@funil/contract/field-values';
import type { EditorSchema } from '@funil/contract/page/page-editor';
import { useId, useState } from 'react';
import { Button, IconButton } from '../../parts/Button.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { showUndoable } from '../../parts/toast.ts';
import { moveItem } from '../draft/values.ts';
import { DragHandle, MoveButtons } from '../MoveControls.tsx';
import { DRAGGED_CLASSES, type Reorder, useReorder } from '../reorder.ts';
import { FieldLegend, HelpText, labelOf, Problems } from './FieldFrame.tsx';
import { dataPathOf, type FieldProps, useEdit, useField, useForm } from './form-context.ts';
import { isGroupSchema, itemTitle, makeInitialValue } from './form-schema.ts';
import { OpenButton, useIsOpen } from './OpenButton.tsx';

export const ADD_BUTTON_CLASSES = 'justify-self-start border-dashed font-medium [&>.icon]:size-4';

let lastId = 0;
const makeItemIds = (count: number) => Array.from({ length: count }, () => ++lastId);

/** Returns React keys that move with the items. All keys change when the number of items changes. */
function useItemIds(count: number) {
  const [ids, setIds] = useState(() => makeItemIds(count));
  const currentIds = ids.length === count ? ids : makeItemIds(count);
  if (currentIds !== ids) setIds(currentIds);
  return [currentIds, setIds] as const;
}

export function ListField({ schema, value, path, isRemovable = false }: FieldProps) {
  const id = useId();
  const edit = useEdit();
  const { problems, focusNewField } = useForm();
  const items: readonly unknown[] = Array.isArray(value) ? value : [];
  const [ids, setIds] = useItemIds(items.length);
  const itemSchema = schema.items ?? {};
  const listProblems = problems.filter(
    (problem) =>
      isPathWithin(problem.path, path) && !(Number(problem.path[path.length]) < items.length),
  );
  const reorder = useReorder(items.length, (from, to) => {
    setIds(moveItem(ids, from, to) as number[]);
    edit(path, (list: readonly unknown[]) => moveItem(list, from, to));
  });
  const addItem = () => {
    setIds([...ids, ...makeItemIds(1)]);
    edit(path, [...items, makeInitialValue(itemSchema)]);
    focusNewField([...path, items.length]);
  };
  const remove = (index: number, name: string) => {
    const removed = items[index];
    setIds(ids.toSpliced(index, 1));
    edit(path, items.toSpliced(index, 1));
    showUndoable(`${name}: fora da lista.`, () =>
      edit(path, (list: readonly unknown[] = []) => list.toSpliced(index, 0, removed)),
    );
  };
  const isFull = schema.maxItems !== undefined && items.length >= schema.maxItems;
  return (
    <fieldset data-path={dataPathOf(path)} aria-describedby={`${id}-help`}>
      <FieldLegend schema={schema} path={path} isRemovable={isRemovable} />
      {schema.description && <HelpText id={`${id}-help`}>{schema.description}</HelpText>}
      <Problems problems={listProblems} />
      <ol ref={reorder.listRef} className="grid grid-cols-1 gap-1.5 not-empty:mb-2">
        {items.map((item, index) => (
          <ListItem
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
        {reorder.moveNotice}
      </p>
      {isFull ? (
        <p className="text-small text-muted">
          No máximo {schema.maxItems}: tire um para acrescentar outro.
        </p>
      ) : (
        <Button className={ADD_BUTTON_CLASSES} onClick={addItem}>
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
  /** Null if the list has its smallest number of items. */
  onRemove: ((index: number, name: string) => void) | null;
}

function ListItem({ schema, value, path, reorder, onRemove }: ItemProps) {
  const Field = useField();
  const index = Number(path.at(-1));
  const { problems } = useForm();
  const [isOpen, setIsOpen] = useIsOpen((target) => isPathWithin(target, path));
  const name = itemTitle(schema, value) ?? `Item ${index + 1}`;
  const isClosable = isGroupSchema(schema);
  const problemCount = problems.filter((problem) => isPathWithin(problem.path, path)).length;
  return (
    <li
      {...reorder.itemProps(index)}
      className={`relative border rounded-lg bg-raised ${DRAGGED_CLASSES}`}
      data-open={isOpen || undefined}
    >
      <div className="flex items-center min-h-11 [&>.field]:flex-1 [&>.field]:py-1">
        <DragHandle index={index} name={name} reorder={reorder} />
        {isClosable ? (
          <OpenButton
            isOpen={isOpen}
            onOpen={setIsOpen}
            onKeyDown={reorder.moveByKey(index, name)}
            problemCount={isOpen ? 0 : problemCount}
          >
            <span className="truncate">{name}</span>
          </OpenButton>
        ) : (
          <Field schema={schema} value={value} path={path} isBare />
        )}
        <span className="flex flex-none">
          <MoveButtons index={index} name={name} reorder={reorder} />
          {onRemove && (
            <IconButton
              aria-label={`Tirar ${name}`}
              title="Tirar"
              onClick={() => onRemove(index, name)}
            >
              <Icon name="trash" />
            </IconButton>
          )}
        </span>
      </div>
      {isClosable && isOpen && (
        <div className="px-3.5 pt-2 pb-4 border-t">
          <Field schema={schema} value={value} path={path} isBare />
        </div>
      )}
    </li>
  );
}
