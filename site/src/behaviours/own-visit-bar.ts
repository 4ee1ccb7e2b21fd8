type Mark = (isOwn: boolean) => void;

const PARAMETER = 'funil';
const LINK = 'link inline-flex min-h-11 items-center';
const BUTTON = 'button button-outline min-h-11 px-5 py-2 text-sm';

const NOTICES = {
  ignored: {
    text: 'Este navegador está fora dos números: visitas e cliques não são contados.',
    link: 'Contar de novo',
    href: `/?${PARAMETER}=contar`,
  },
  counted: {
    text: 'Este navegador voltou a ser contado nos números.',
    link: 'Deixar de fora',
    href: `/?${PARAMETER}=ignorar`,
  },
};

/** Removes the parameter from the address, so that a copied link does not repeat the request. */
function removeParameter(): void {
  const address = new URL(window.location.href);
  address.searchParams.delete(PARAMETER);
  window.history.replaceState(window.history.state, '', address);
}

function makeButton(text: string, className: string, press: () => void): HTMLButtonElement {
  const button = Object.assign(document.createElement('button'), { type: 'button', className });
  button.textContent = text;
  button.addEventListener('click', press);
  return button;
}

function showBar(text: string, ...controls: HTMLElement[]): HTMLElement {
  const bar = document.createElement('div');
  bar.dataset.tone = 'ink';
  const words = Object.assign(document.createElement('p'), { textContent: text });
  const group = document.createElement('div');
  group.append(...controls);
  bar.append(words, group);
  const row = 'display:flex;flex-wrap:wrap;align-items:center;gap:.5rem 1.25rem;';
  group.style.cssText = row;
  bar.style.cssText =
    `${row}position:fixed;z-index:60;inset:auto 0 0;padding:.5rem 1.25rem;` +
    'font-size:.875rem;border-top:2px solid var(--mark);outline:none';
  document.body.append(bar);
  return bar;
}

function showNotice({ text, link, href }: (typeof NOTICES)['ignored']): void {
  const anchor = Object.assign(document.createElement('a'), { href, className: LINK });
  anchor.textContent = link;
  const close = makeButton('Fechar aviso', LINK, () => bar.remove());
  const bar = showBar(text, anchor, close);
  bar.setAttribute('role', 'status');
}

/** Asks before it marks the browser, so that a shared link cannot exclude a visitor's visits. */
function ask(mark: Mark): void {
  const decline = () => bar.remove();
  const confirm = () => {
    mark(true);
    // After the reload nothing is fetched from Google and Meta.
    window.location.reload();
  };
  const bar = showBar(
    'Não contar as visitas deste aparelho? A opção é para quem trabalha nesta página.',
    makeButton('Não contar', BUTTON, confirm),
    makeButton('Continuar contando', BUTTON, decline),
  );
  bar.setAttribute('role', 'dialog');
  bar.setAttribute('aria-label', 'Não contar as visitas deste aparelho?');
  bar.addEventListener('keydown', ({ key }) => key === 'Escape' && decline());
  bar.tabIndex = -1;
  // A field in use keeps the focus.
  if (document.activeElement === document.body) bar.focus();
}

/**
 * Handles `?funil=ignorar` and `?funil=contar`, and shows whether this browser is excluded from the numbers.
 * @param isOwn whether the browser is excluded
 */
export function showOwnVisit(isOwn: boolean, mark: Mark): void {
  const request = new URLSearchParams(window.location.search).get(PARAMETER);
  if (request === 'contar' && isOwn) {
    mark(false);
    // This load counts nothing. The reload keeps the address, so that the next load shows the notice.
    window.location.reload();
    return;
  }
  if (request) removeParameter();
  if (isOwn) showNotice(NOTICES.ignored);
  else if (request === 'contar') showNotice(NOTICES.counted);
  else if (request === 'ignorar') ask(mark);
}
