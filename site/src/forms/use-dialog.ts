import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

interface Handlers {
  /** @param at in ms since the epoch, often before React hydrated */
  onOpen: (at: number) => void;
  onClose: () => void;
}

const findDialog = (id: string) =>
  typeof document === 'undefined' ? null : document.querySelector<HTMLDialogElement>(`#${id}`);

/**
 * Watches the `open` attribute, because not every browser has an event for an opening. Buttons,
 * Escape and the script before React open and close the dialog.
 */
export function useDialog(id: string, handlers: Handlers): RefObject<HTMLDialogElement | null> {
  const [serverDialog] = useState(() => findDialog(id));
  const dialogRef = useRef<HTMLDialogElement>(null);
  const latest = useRef(handlers);
  latest.current = handlers;
  // A layout effect: in a later effect `onOpen` would undo a press made after hydration.
  useLayoutEffect(() => {
    const dialog = dialogRef.current;
    if (!dialog) return;
    // React replaces the dialog when a form throws during hydration.
    if (serverDialog?.open && serverDialog !== dialog) dialog.showModal();
    const open = () => latest.current.onOpen(Number(dialog.dataset.opened ?? Date.now()));
    const observer = new MutationObserver(() => (dialog.open ? open() : latest.current.onClose()));
    observer.observe(dialog, { attributeFilter: ['open'] });
    if (dialog.open) open();
    return () => observer.disconnect();
  }, [serverDialog]);
  return dialogRef;
}
