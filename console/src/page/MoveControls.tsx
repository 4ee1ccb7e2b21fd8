import { IconButton } from '../parts/Button.tsx';
import { PageIcon } from './PageIcon.tsx';
import type { Reorder } from './reorder.ts';

interface Props {
  index: number;
  name: string;
  reorder: Reorder;
}

export const DragHandle = ({ index, name, reorder }: Props) => (
  <button
    type="button"
    className="flex-none grid place-items-center self-stretch w-7 rounded-sm text-muted cursor-grab touch-none hover:bg-hover hover:text-fg in-data-dragged:cursor-grabbing"
    {...reorder.handleProps(index, name)}
  >
    <PageIcon name="grip" className="size-4" />
  </button>
);

/** Buttons that move an item, for fingers, because dragging also scrolls the list. */
export const MoveButtons = ({ index, name, reorder }: Props) => (
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
