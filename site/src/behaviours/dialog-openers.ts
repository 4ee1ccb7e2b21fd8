import { whenScriptsAreLost } from './lost-scripts.ts';

/** Ids by the `data-opens` of their openers. */
export const DIALOG_IDS = { lead: 'lead-dialog', application: 'application-modal' } as const;
export type FormKey = keyof typeof DIALOG_IDS;

/** Returns the dialog that the button around `target` opens; null until the parser reaches it. */
export function dialogOf(target: Element): HTMLDialogElement | null {
  const button = target.closest<HTMLElement>('[data-opens]');
  return document.querySelector(`dialog#${DIALOG_IDS[button?.dataset.opens as FormKey]}`);
}

function openDialogOf(button: HTMLElement): void {
  const dialog = dialogOf(button);
  if (!dialog) {
    if (document.readyState === 'loading') {
      document.addEventListener('DOMContentLoaded', () => openDialogOf(button), { once: true });
    }
    return;
  }
  // Safari before 15.4 has no dialogs, so the form's own page opens, if the server has one.
  const { showModal }: Partial<HTMLDialogElement> = dialog;
  if (!showModal) {
    const form = dialog.querySelector('[data-waits],form');
    const formPage = form?.getAttribute('href') ?? form?.getAttribute('action');
    if (formPage) location.assign(formPage);
    return;
  }
  // Safari does not focus a clicked button, to which a closing dialog returns the focus. Elsewhere the call would
  // force a style pass.
  if (document.activeElement !== button) button.focus({ preventScroll: true });
  if (dialog.open) return;
  // Forgets a click that no script had handled when the dialog was last closed.
  dialog.querySelector('[data-pressed]')?.removeAttribute('data-pressed');
  dialog.querySelector('[data-waits]')?.removeAttribute('aria-busy');
  dialog.dataset.opened = String(Date.now());
  dialog.showModal();
}

export const opensNewTab = ({ ctrlKey, metaKey, shiftKey }: MouseEvent): boolean =>
  ctrlKey || metaKey || shiftKey;

/** React sets the role of its own links (FormDialog.tsx). */
const BUTTON_LINKS_SELECTOR = 'a:is([data-opens], [data-closes], [data-waits])';

/** Marks the link busy until a later script handles the click. If the scripts are lost, follows the link. */
function waitForScript(link: HTMLElement): void {
  link.setAttribute('aria-busy', 'true');
  whenScriptsAreLost(() => {
    // React has handled the click if the link is no longer in the page, even if the removed link is still busy.
    if (!(link instanceof HTMLAnchorElement) || !link.isConnected) return;
    if (link.getAttribute('aria-busy') === 'true') location.assign(link.href);
  });
}

/** Opens and closes dialogs from the first paint on, before React loads. */
export function watchDialogButtons(): void {
  document.addEventListener('DOMContentLoaded', () => {
    for (const link of document.querySelectorAll(BUTTON_LINKS_SELECTOR))
      link.setAttribute('role', 'button');
  });
  document.addEventListener('keydown', (event) => {
    const { target, key } = event;
    if (key !== ' ' || !(target instanceof HTMLElement) || !target.matches(BUTTON_LINKS_SELECTOR))
      return;
    event.preventDefault();
    target.click();
  });
  document.addEventListener('click', (event) => {
    const { target } = event;
    const pressed =
      target instanceof Element
        ? target.closest<HTMLElement>('[data-opens], [data-closes], [data-waits]')
        : null;
    if (!pressed || event.defaultPrevented || opensNewTab(event)) return;
    const dialog = pressed.closest('dialog');
    // A dialog that `:target` shows is closed by following the link.
    if (pressed.matches('[data-closes]') && !dialog?.open) return;
    event.preventDefault();
    if (pressed.matches('[data-opens]')) openDialogOf(pressed);
    else if (pressed.matches('[data-closes]')) dialog?.close();
    else waitForScript(pressed);
  });
}
