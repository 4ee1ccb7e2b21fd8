const LINK = 'a[href$="#privacidade"]';

/** The privacy text in a dialog of its own, over the form that links to it. */
function showOver(details: HTMLDetailsElement): void {
  const dialog = document.createElement('dialog');
  dialog.className = 'sheet';
  const panel = document.createElement('div');
  panel.className = 'sheet-panel privacy-panel';
  panel.dataset.tone = 'paper';
  const title = document.createElement('h2');
  title.className = 'text-subtitle';
  title.textContent = details.querySelector('summary')?.textContent ?? '';
  dialog.setAttribute('aria-label', title.textContent);
  const back = document.createElement('button');
  back.type = 'button';
  back.className = 'button button-primary';
  back.autofocus = true;
  back.dataset.closes = '';
  back.textContent = details.dataset.back ?? '';
  const text = details.querySelector('dl')?.cloneNode(true) ?? '';
  panel.append(title, text, back);
  dialog.append(panel);
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

/** Links to the privacy text open it: in the footer, or over an open form, which keeps what was typed. */
export function watchPrivacy(details: HTMLDetailsElement): void {
  const openAddressed = () => {
    if (window.location.hash === `#${details.id}`) details.open = true;
  };
  openAddressed();
  window.addEventListener('hashchange', openAddressed);
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest(LINK) : null;
    if (!link) return;
    details.open = true;
    if (!link.closest('dialog')) return;
    event.preventDefault();
    showOver(details);
  });
}
