/** Shows a copy of the privacy text in a dialog above the form that links to it. */
function showAboveForm(details: HTMLDetailsElement): void {
  const dialog = Object.assign(document.createElement('dialog'), { className: 'sheet' });
  dialog.innerHTML = `<div data-tone="paper" class="sheet-panel privacy-panel">
    <h2 class="text-subtitle"></h2><dl>${details.querySelector('dl')?.innerHTML}</dl><div>
    <button type="button" data-closes autofocus class="button button-primary"></button></div></div>`;
  const title = details.querySelector('summary')?.textContent ?? '';
  dialog.querySelector('h2')?.append(title);
  dialog.querySelector('button')?.append(details.dataset.back ?? '');
  dialog.setAttribute('aria-label', title);
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

/** Links of an open form show the text above the form, whose fields keep what was typed. */
export function watchPrivacy(details: HTMLDetailsElement): void {
  const openIfAddressed = () => {
    if (window.location.hash !== `#${details.id}`) return;
    details.open = true;
    // Scrolls again, because the page may have been too short for the browser to scroll to the closed text.
    details.scrollIntoView();
  };
  openIfAddressed();
  window.addEventListener('hashchange', openIfAddressed);
  document.addEventListener('click', (event) => {
    const link =
      event.target instanceof Element ? event.target.closest('a[href$="#privacidade"]') : null;
    if (!link) return;
    details.open = true;
    if (!link.closest('dialog')) return;
    event.preventDefault();
    showAboveForm(details);
  });
}
