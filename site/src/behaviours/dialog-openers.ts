/** Ids of the dialogs by what a button says it opens. */
const DIALOGS: Record<string, string> = { lead: 'lead-dialog', application: 'application-modal' };

function open(button: HTMLElement): void {
  const dialog = document.getElementById(DIALOGS[button.dataset.opens ?? ''] ?? '');
  if (!(dialog instanceof HTMLDialogElement)) {
    // Clicked before the page was read to its end, where the dialogs stand.
    if (document.readyState === 'loading') {
      document.addEventListener('DOMContentLoaded', () => open(button), { once: true });
    }
    return;
  }
  // Safari gives a clicked button no focus, and a closing dialog gives focus back to what had it.
  // Not where it has the focus already: asking for it has the page styled once more.
  if (document.activeElement !== button) button.focus({ preventScroll: true });
  if (dialog.open) return;
  // Closing took back a press that nothing has served yet.
  dialog.querySelector('[data-pressed]')?.removeAttribute('data-pressed');
  dialog.querySelector('[data-waits]')?.removeAttribute('aria-busy');
  dialog.dataset.opened = String(Date.now());
  dialog.showModal();
}

/** Opens and closes dialogs from the first paint on, long before React has arrived. */
export function watchDialogButtons(): void {
  document.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element)) return;
    const opener = target.closest<HTMLElement>('[data-opens]');
    if (opener) open(opener);
    else target.closest('[data-closes]')?.closest('dialog')?.close();
    // A button that only a later script can serve shows that it was heard, and is served once that is there.
    target.closest('[data-waits]')?.setAttribute('aria-busy', 'true');
  });
}
