// Loaded only for an address with `?funil=`, or in a browser marked as the operator's own: see page-late.ts.

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

/** Takes the wish out of the address: copied from the address bar, a link asks nobody else. */
function forgetWish(): void {
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

/** A bar along the bottom of the window. */
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
  const way = Object.assign(document.createElement('a'), { href, className: LINK });
  way.textContent = link;
  const close = makeButton('Fechar aviso', LINK, () => bar.remove());
  const bar = showBar(text, way, close);
  bar.setAttribute('role', 'status');
}

/** Asks before it marks the browser: a link shared by mistake, or on purpose, silences no visitor's visit. */
function ask(mark: Mark): void {
  const decline = () => bar.remove();
  const confirm = () => {
    mark(true);
    // The next load fetches nothing from Google and Meta.
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
  // Not away from a field that is being filled in.
  if (document.activeElement === document.body) bar.focus();
}

/**
 * Asks about the mark, changes it, or says that it is set, as the address wants it.
 * @param isOwn whether the browser is marked
 */
export function showOwnVisit(isOwn: boolean, mark: Mark): void {
  const wish = new URLSearchParams(window.location.search).get(PARAMETER);
  if (wish === 'contar' && isOwn) {
    mark(false);
    // With its address, which then only says that it is done: this load has counted nothing.
    window.location.reload();
    return;
  }
  if (wish) forgetWish();
  if (isOwn) showNotice(NOTICES.ignored);
  else if (wish === 'contar') showNotice(NOTICES.counted);
  else if (wish === 'ignorar') ask(mark);
}
