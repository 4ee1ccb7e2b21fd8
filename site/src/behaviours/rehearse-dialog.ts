/**
 * Lays a closed dialog out once, unseen: its texts are shaped and its styles found before somebody
 * presses the button that opens it.
 */
export function rehearse(dialog: HTMLElement): void {
  if (dialog.hasAttribute('open')) return;
  dialog.style.cssText = 'display:flex;visibility:hidden';
  dialog.getBoundingClientRect();
  dialog.removeAttribute('style');
}
