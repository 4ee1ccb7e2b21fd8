/** Shows a copy of the privacy text in a dialog above the form that links to it. */
function showAbove(details: HTMLDetailsElement): void {
  const title = Object.assign(document.createElement('h2'), {
    className: 'text-subtitle',
    textContent: details.querySelector('summary')?.textContent ?? '',
  });
  const back = Object.assign(document.createElement('button'), {
    type: 'button',
    className: 'button button-primary',
    autofocus: true,
    textContent: details.dataset.back ?? '',
  });
  back.dataset.closes = '';
  const panel = Object.assign(document.createElement('div'), {
    className: 'sheet-panel privacy-panel grid max-w-[40rem] grid-cols-1 gap-5 px-5 pt-7',
  });
  panel.dataset.tone = 'paper';
  const foot = Object.assign(document.createElement('div'), {
    className: 'sticky bottom-0 -mx-5 grid border-t border-line bg-ground px-5 pt-3.5 pb-5',
  });
  foot.append(back);
  panel.append(title, details.querySelector('dl')?.cloneNode(true) ?? '', foot);
  const dialog = Object.assign(document.createElement('dialog'), { className: 'sheet' });
  dialog.setAttribute('aria-label', title.textContent);
  dialog.append(panel);
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

/** Opens the privacy text for links to it: in the footer, or above an open form, which keeps its fields. */
export function watchPrivacy(details: HTMLDetailsElement): void {
  const openAddressed = () => {
    if (window.location.hash !== `#${details.id}`) return;
    details.open = true;
    // While closed, it may be too low for the window to begin with it.
    details.scrollIntoView();
  };
  openAddressed();
  window.addEventListener('hashchange', openAddressed);
  document.addEventListener('click', (event) => {
    const link =
      event.target instanceof Element ? event.target.closest('a[href$="#privacidade"]') : null;
    if (!link) return;
    details.open = true;
    if (!link.closest('dialog')) return;
    event.preventDefault();
    showAbove(details);
  });
}
