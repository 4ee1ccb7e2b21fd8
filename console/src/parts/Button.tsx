import type { ComponentProps } from 'react';
import { Icon } from './Icon.tsx';

interface Props extends ComponentProps<'button'> {
  /** `main` is the view's main action, `bad` destroys something, `quiet` has no border. */
  kind?: 'main' | 'bad' | 'quiet';
  /** Contains only an icon. */
  isSquare?: boolean;
}

/** Submits no form unless its `type` says so. A link with this look has the class `button`. */
export const Button = ({ kind, isSquare = false, className = '', ...button }: Props) => (
  <button
    type="button"
    {...button}
    className={`button ${kind ?? ''} ${isSquare ? 'square' : ''} ${className}`}
  />
);

/** A button in a line of a list or form; its touch area is higher than the line. */
export const IconButton = (button: ComponentProps<'button'>) => (
  <button
    type="button"
    className="grid flex-none place-items-center size-11 -my-2 rounded-md text-muted [&_.icon]:size-4.5 hover:bg-hover hover:text-fg md:pointer-fine:size-8 md:pointer-fine:-my-1"
    {...button}
  />
);

const passFocusOn = (button: HTMLButtonElement) => () => {
  if (document.activeElement !== button) return;
  const buttons = [
    ...(button.closest('ul')?.querySelectorAll<HTMLElement>('[data-removal]') ?? []),
  ];
  const index = buttons.indexOf(button);
  const title = button.closest('article, main')?.querySelector<HTMLElement>('[tabindex="-1"]');
  (buttons[index + 1] ?? buttons[index - 1] ?? title)?.focus();
};

/** For a button that removes its row. If it has the focus then, the list's next such button or the title gets it. */
export const removalProps = { ref: passFocusOn, 'data-removal': true };

export const TrashButton = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <Button {...removalProps} kind="quiet" isSquare aria-label={label} onClick={onClick}>
    <Icon name="trash" />
  </Button>
);
