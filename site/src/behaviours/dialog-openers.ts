import { whenScriptsAreLost } from './lost-scripts.ts';

/** Ids of the forms' dialogs by their openers' `data-opens`. */
export const DIALOG_IDS = { lead: 'lead-dialog', application: 'application-modal' } as const;
export type FormKey = keyof typeof DIALOG_IDS;

/** Returns the dialog that a button around an element opens; null until the parser reaches the dialog. */
export function dialogOf(target: Element): HTMLDialogElement | null {
  const button = target.closest<HTMLElement>('[data-opens]');
  return document.querySelector(`dialog#${DIALOG_IDS[button?.dataset.opens as FormKey]}`);
}

function openDialogOf(button: HTMLElement): void {
  const dialog = dialogOf(button);
  if (!dialog) {
    // The parser has not reached the dialogs yet.
    if (document.readyState === 'loading') {
      document.addEventListener('DOMContentLoaded', () => openDialogOf(button), { once: true });
    }
    return;
  }
  // Safari does not focus a clicked button, and a closing dialog restores the focus. Other browsers skip
  // this call, which would force a style pass.
  if (document.activeElement !== button) button.focus({ preventScroll: true });
  if (dialog.open) return;
  // Presses that no script handled before the dialog was last closed are canceled.
  dialog.querySelector('[data-pressed]')?.removeAttribute('data-pressed');
  dialog.querySelector('[data-waits]')?.removeAttribute('aria-busy');
  dialog.dataset.opened = String(Date.now());
  dialog.showModal();
}

/** Whether a click asks for another tab or window. */
export const opensElsewhere = ({ ctrlKey, metaKey, shiftKey }: MouseEvent): boolean =>
  ctrlKey || metaKey || shiftKey;

/** Links of the document that act as buttons. React sets the role of the links that it renders (FormDialog.tsx). */
const BUTTON_LINKS = 'a:is([data-opens], [data-closes], [data-waits])';

/** Shows that a press was received, until a later script handles it. */
function showWaiting(link: HTMLElement): void {
  link.setAttribute('aria-busy', 'true');
  whenScriptsAreLost(() => {
    // React removes a link whose press it has taken over, and may leave it busy.
    if (!(link instanceof HTMLAnchorElement) || !link.isConnected) return;
    if (link.getAttribute('aria-busy') === 'true') location.assign(link.href);
  });
}

/** Opens and closes dialogs from the first paint on, before React loads. Links that need no script become buttons. */
export function watchDialogButtons(): void {
  document.addEventListener('DOMContentLoaded', () => {
    for (const link of document.querySelectorAll(BUTTON_LINKS)) link.setAttribute('role', 'button');
  });
  document.addEventListener('keydown', (event) => {
    const { target, key } = event;
    if (key !== ' ' || !(target instanceof HTMLElement) || !target.matches(BUTTON_LINKS)) return;
    event.preventDefault();
    target.click();
  });
  document.addEventListener('click', (event) => {
    const { target } = event;
    const pressed =
      target instanceof Element
        ? target.closest<HTMLElement>('[data-opens], [data-closes], [data-waits]')
        : null;
    if (!pressed || event.defaultPrevented || opensElsewhere(event)) return;
    const dialog = pressed.closest('dialog');
    // A dialog that `:target` shows is closed by following the link, whose address ends `:target`.
    if (pressed.matches('[data-closes]') && !dialog?.open) return;
    event.preventDefault();
    if (pressed.matches('[data-opens]')) openDialogOf(pressed);
    else if (pressed.matches('[data-closes]')) dialog?.close();
    else showWaiting(pressed);
  });
}
