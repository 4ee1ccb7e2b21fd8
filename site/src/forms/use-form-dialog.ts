import { startTransition, useLayoutEffect, useRef, useState } from 'react';
import type { FormKey } from '../behaviours/dialog-openers.ts';
import { dismissNotice } from './FormStatus.tsx';
import { useSaveIndicator } from './use-save-indicator.ts';

interface Handlers {
  onOpen?: () => void;
  /** Returns whether a save is under way, whose result the page shows. */
  onClose: () => boolean;
}

const findDialog = (id: string) =>
  typeof document === 'undefined' ? null : document.querySelector<HTMLDialogElement>(`#${id}`);

/**
 * Watches the `open` attribute, because not every browser has an event for an opening. The dialog is opened and closed
 * outside React: by buttons, by Escape, and by the script that runs before hydration.
 */
export function useFormDialog(form: FormKey, id: string, handlers: Handlers) {
  const [serverDialog] = useState(() => findDialog(id));
  /** True after the dialog was closed while saving. */
  const [showsStatusOnPage, setShowsStatusOnPage] = useState(false);
  const { saveIndicator, ...indicator } = useSaveIndicator();
  const dialogRef = useRef<HTMLDialogElement>(null);
  /** While the error screen replaces the form, closing the dialog keeps the typed texts. */
  const errorScreenShownRef = useRef(false);
  const openedAt = useRef(0);
  const latest = useRef(handlers);
  latest.current = handlers;
  // A layout effect: in a later effect `onOpen` would undo a press made after hydration.
  useLayoutEffect(() => {
    const dialog = dialogRef.current;
    if (!dialog) return;
    // React replaces the dialog when a form throws during hydration.
    if (serverDialog?.open && serverDialog !== dialog) dialog.showModal();
    const open = () => {
      openedAt.current = Number(dialog.dataset.opened ?? Date.now());
      setShowsStatusOnPage(false);
      latest.current.onOpen?.();
    };
    const close = () => {
      dismissNotice(form);
      setShowsStatusOnPage(latest.current.onClose());
    };
    // React renders in transitions, so that the dialog is painted or gone first.
    const observer = new MutationObserver(() => startTransition(dialog.open ? open : close));
    observer.observe(dialog, { attributeFilter: ['open'] });
    if (dialog.open) startTransition(open);
    return () => observer.disconnect();
  }, [form, serverDialog]);
  return {
    ...indicator,
    /** In ms since the epoch, often before React hydrated. */
    openedAt,
    dialog: { form, id, dialogRef, saveIndicator, showsStatusOnPage, errorScreenShownRef },
  };
}

export type FormDialogState = ReturnType<typeof useFormDialog>['dialog'];
