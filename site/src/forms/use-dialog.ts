import { type RefObject, useEffect, useRef, useState } from 'react';

interface Handlers {
  /** @param at when that was, in ms since the epoch: mostly before React was there */
  onOpen: (at: number) => void;
  onClose: () => void;
}

const findDialog = (id: string) =>
  typeof document === 'undefined' ? null : document.querySelector<HTMLDialogElement>(`#${id}`);

/**
 * Follows a dialog that is opened and closed by whoever will: a button, Escape, the page before
 * React was there. Watches its `open` attribute, for want of an event that every browser has.
 */
export function useDialog(id: string, handlers: Handlers): RefObject<HTMLDialogElement | null> {
  const [served] = useState(() => findDialog(id));
  const dialogRef = useRef<HTMLDialogElement>(null);
  const latest = useRef(handlers);
  latest.current = handlers;
  useEffect(() => {
    const dialog = dialogRef.current;
    if (!dialog) return;
    // A form that throws while React takes it over has React replace the dialog too.
    if (served?.open && served !== dialog) dialog.showModal();
    const open = () => latest.current.onOpen(Number(dialog.dataset.opened ?? Date.now()));
    const observer = new MutationObserver(() => (dialog.open ? open() : latest.current.onClose()));
    observer.observe(dialog, { attributeFilter: ['open'] });
    if (dialog.open) open();
    return () => observer.disconnect();
  }, [served]);
  return dialogRef;
}
