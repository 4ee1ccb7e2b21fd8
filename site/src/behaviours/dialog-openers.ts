/** Dialog ids by the button's `data-opens`. */
const DIALOGS: Record<string, string> = { lead: 'lead-dialog', application: 'application-modal' };

function openDialogOf(button: HTMLElement): void {
  const dialog = document.getElementById(DIALOGS[button.dataset.opens ?? ''] ?? '');
  if (!(dialog instanceof HTMLDialogElement)) {
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
  // Closing the dialog canceled presses that no script has handled.
  dialog.querySelector('[data-pressed]')?.removeAttribute('data-pressed');
  dialog.querySelector('[data-waits]')?.removeAttribute('aria-busy');
  dialog.dataset.opened = String(Date.now());
  dialog.showModal();
}

/** Opens and closes dialogs from the first paint on, before React loads. */
export function watchDialogButtons(): void {
  document.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element)) return;
    const opener = target.closest<HTMLElement>('[data-opens]');
    if (opener) openDialogOf(opener);
    else target.closest('[data-closes]')?.closest('dialog')?.close();
    // A later script handles this button; until then it shows that the press was received.
    target.closest('[data-waits]')?.setAttribute('aria-busy', 'true');
  });
}
