import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useRef, useState } from 'react';

export const DRAGGED_CLASSES =
  'data-dragged:opacity-50 data-drop:before:absolute data-drop:before:z-1 data-drop:before:inset-x-0 data-drop:before:-top-px data-drop:before:h-0.75 data-drop:before:rounded-xs data-drop:before:bg-mark data-[drop=after]:before:top-auto data-[drop=after]:before:-bottom-px';

interface Drag {
  readonly from: number;
  /** Number of items above the place where the dragged item would be dropped. */
  readonly dropPlace: number;
}

/** @param move changes the order; both indices are valid */
export function useReorder(count: number, move: (from: number, to: number) => void) {
  const listRef = useRef<HTMLOListElement>(null);
  const indexToFocus = useRef<number | null>(null);
  const [drag, setDrag] = useState<Drag | null>(null);
  const [moveNotice, setMoveNotice] = useState('');

  const findItems = () => [...(listRef.current?.querySelectorAll(':scope > [data-item]') ?? [])];
  const dropPlaceAt = (y: number): number => {
    const itemMiddles = findItems()
      .map((item) => item.getBoundingClientRect())
      .map(({ top, height }) => top + height / 2);
    return itemMiddles.filter((middle) => middle < y).length;
  };
  const moveTo = (from: number, to: number, name: string) => {
    if (to < 0 || to >= count || to === from) return;
    indexToFocus.current = to;
    setMoveNotice(`${name}: agora é o ${to + 1}º de ${count}`);
    move(from, to);
  };
  // Returns the focus to the moved item's handle, which lost it when its element moved in the document.
  useLayoutEffect(() => {
    if (indexToFocus.current === null) return;
    const item = findItems()[indexToFocus.current];
    indexToFocus.current = null;
    item?.querySelector<HTMLElement>('[data-handle]')?.focus();
    item?.scrollIntoView({ block: 'nearest' });
  });
  /** Moves the item by Alt and an arrow key, wherever the focus is in the item. */
  const moveByKey = (index: number, name: string) => (event: KeyboardEvent) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const isOnHandle = event.currentTarget.hasAttribute('data-handle');
    if (step === undefined || !(event.altKey || isOnHandle)) return;
    event.preventDefault();
    moveTo(index, index + step, name);
  };
  return {
    listRef,
    /** A sentence for screen readers about the last move; empty before the first. */
    moveNotice,
    moveTo,
    moveByKey,
    /** Attributes of an item's element; during a drag they mark the place of the drop. */
    itemProps: (index: number) => ({
      'data-item': '',
      'data-dragged': drag?.from === index || undefined,
      'data-drop': drag && dropSideOf(drag, index, count),
    }),
    /** Attributes of the handle that drags an item; arrow keys move the item, too. */
    handleProps: (index: number, name: string) => ({
      'data-handle': '',
      'aria-label': `Mover ${name}: arraste, ou use as setas do teclado`,
      onKeyDown: moveByKey(index, name),
      onPointerDown: (event: PointerEvent) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setDrag({ from: index, dropPlace: index });
      },
      onPointerMove: ({ clientY }: PointerEvent) => {
        if (drag) setDrag({ ...drag, dropPlace: dropPlaceAt(clientY) });
      },
      onPointerUp: () => {
        // The place of an item that is dragged down is one lower, because the item itself is still counted above it.
        if (drag) {
          const { from, dropPlace } = drag;
          moveTo(from, dropPlace > from ? dropPlace - 1 : dropPlace, name);
        }
        setDrag(null);
      },
      onPointerCancel: () => setDrag(null),
    }),
  };
}

export type Reorder = ReturnType<typeof useReorder>;

/** Returns the side of an item on which the dragged item would be dropped; undefined for other items. */
function dropSideOf(
  { from, dropPlace }: Drag,
  index: number,
  count: number,
): 'before' | 'after' | undefined {
  if (dropPlace === from || dropPlace === from + 1) return undefined;
  if (dropPlace === index) return 'before';
  return dropPlace === count && index === count - 1 ? 'after' : undefined;
}
