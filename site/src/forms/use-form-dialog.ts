import { startTransition, useLayoutEffect, useRef, useState } from 'react';
import type { FormKey } from '../behaviours/dialog-openers.ts';
import { dismissNotice } from './FormStatus.tsx';
import { useSaveIndicator } from './use-save-indicator.ts';

interface Handlers {
  onOpen?: () => void;
  /** Returns true if a save is under way; its result is then shown outside the dialog. */
  onClose: () => boolean;
}

/** Returns the build's dialog and the id of the focused element; neither while the build renders. */
function findServerState(id: string) {
  if (typeof document === 'undefined') return { serverDialog: null, focusedId: undefined };
  const serverDialog = document.querySelector<HTMLDialogElement>(`#${id}`);
  return { serverDialog, focusedId: document.activeElement?.id };
}

/** Copies the marks of a click that no script has handled (early-submits.ts, dialog-openers.ts). */
function copyEarlyPress(serverDialog: Element, dialog: Element): void {
  if (serverDialog.querySelector('[data-pressed]'))
    dialog.querySelector('[type="submit"]')?.setAttribute('data-pressed', '');
  if (serverDialog.querySelector('[data-waits][aria-busy="true"]'))
    dialog.querySelector('[data-waits]')?.setAttribute('aria-busy', 'true');
}

/** The dialog is opened and closed outside React, and not every browser has an event for an opening. */
export function useFormDialog(form: FormKey, id: string, handlers: Handlers) {
  const [{ serverDialog, focusedId }] = useState(() => findServerState(id));
  /** True after the dialog was closed while saving. */
  const [showsStatusOnPage, setShowsStatusOnPage] = useState(false);
  const { saveIndicator, ...indicator } = useSaveIndicator();
  const dialogRef = useRef<HTMLDialogElement>(null);
  /** While the error screen replaces the form, closing the dialog keeps the typed texts. */
  const errorScreenShownRef = useRef(false);
  const openedAt = useRef(0);
  const latestHandlers = useRef(handlers);
  latestHandlers.current = handlers;
  // This is a layout effect, because a later effect could call `onOpen` after a click in the form and undo it.
  useLayoutEffect(() => {
    const dialog = dialogRef.current;
    if (!dialog) return;
    // React replaces a dialog that throws during hydration, or whose HTML a translator or a password manager changed.
    if (serverDialog?.open && serverDialog !== dialog) {
      Object.assign(dialog.dataset, serverDialog.dataset);
      copyEarlyPress(serverDialog, dialog);
      dialog.showModal();
      if (focusedId) document.getElementById(focusedId)?.focus();
    }
    const handleOpening = () => {
      openedAt.current = Number(dialog.dataset.opened ?? Date.now());
      setShowsStatusOnPage(false);
      latestHandlers.current.onOpen?.();
    };
    const handleClosing = () => {
      dismissNotice(form);
      setShowsStatusOnPage(latestHandlers.current.onClose());
    };
    // React renders in transitions, so that the dialog is painted or gone first.
    const observer = new MutationObserver(() =>
      startTransition(dialog.open ? handleOpening : handleClosing),
    );
    observer.observe(dialog, { attributeFilter: ['open'] });
    if (dialog.open) startTransition(handleOpening);
    return () => observer.disconnect();
  }, [form, serverDialog, focusedId]);
  return {
    ...indicator,
    /** The time of the dialog's opening in ms since the epoch; often before React hydrated the form. */
    openedAt,
    dialog: { form, id, dialogRef, saveIndicator, showsStatusOnPage, errorScreenShownRef },
  };
}

export type FormDialogState = ReturnType<typeof useFormDialog>['dialog'];
