type MarkVisit = (isOwn: boolean) => void;

const VISIT_PARAMETER = 'funil';
const LINK_CLASSES = 'link inline-flex min-h-11 items-center';
const BUTTON_CLASSES = 'button button-outline min-h-11 px-5 py-2 text-sm';
const ROW_STYLE = 'display:flex;flex-wrap:wrap;align-items:center;gap:.5rem 1.25rem';
const BAR_STYLE =
  `${ROW_STYLE};position:fixed;z-index:60;inset:auto 0 0;padding:.5rem 1.25rem;` +
  'font-size:.875rem;border-top:2px solid var(--mark);outline:none';

const OWN_VISIT_TEXTS = {
  ignored: {
    text: 'Este navegador está fora dos números: visitas e cliques não são contados.',
    link: 'Contar de novo',
    request: 'contar',
  },
  counted: {
    text: 'Este navegador voltou a ser contado nos números.',
    link: 'Deixar de fora',
    request: 'ignorar',
  },
};

/** Removes the request from the address, so that a copied link does not repeat it. */
function removeVisitParameter(): void {
  const address = new URL(window.location.href);
  address.searchParams.delete(VISIT_PARAMETER);
  window.history.replaceState(window.history.state, '', address);
}

/** `controls` is HTML. */
function showBar(attributes: string, text: string, controls: string) {
  const bar = `<div ${attributes} data-tone="ink" style="${BAR_STYLE}"><p>${text}</p>
    <div style="${ROW_STYLE}">${controls}</div></div>`;
  document.body.insertAdjacentHTML('beforeend', bar);
  const element = document.body.lastElementChild as HTMLElement;
  return { element, buttons: element.querySelectorAll('button'), close: () => element.remove() };
}

function showOwnVisitNotice({ text, link, request }: (typeof OWN_VISIT_TEXTS)['ignored']): void {
  const controls = `<a href="/?${VISIT_PARAMETER}=${request}" class="${LINK_CLASSES}">${link}</a>
    <button type="button" class="${LINK_CLASSES}">Fechar aviso</button>`;
  const { buttons, close } = showBar('role="status"', text, controls);
  buttons[0]?.addEventListener('click', close);
}

/** Asks before it marks the browser, so that a shared link cannot exclude a visitor's visits. */
function askToMarkVisit(markVisit: MarkVisit): void {
  const { element, buttons, close } = showBar(
    'role="dialog" tabindex="-1" aria-label="Não contar as visitas deste aparelho?"',
    'Não contar as visitas deste aparelho? A opção é para quem trabalha nesta página.',
    `<button type="button" class="${BUTTON_CLASSES}">Não contar</button>
     <button type="button" class="${BUTTON_CLASSES}">Continuar contando</button>`,
  );
  buttons[0]?.addEventListener('click', () => {
    markVisit(true);
    // Reloads the page, so that it no longer fetches anything from Google and Meta.
    window.location.reload();
  });
  buttons[1]?.addEventListener('click', close);
  element.addEventListener('keydown', ({ key }) => key === 'Escape' && close());
  // The bar takes the focus only if no field has it.
  if (document.activeElement === document.body) element.focus();
}

/** Handles `?funil=ignorar` and `?funil=contar`, and tells operators whose visits are not counted that they are not. */
export function showOwnVisit(isOwn: boolean, markVisit: MarkVisit): void {
  const request = new URLSearchParams(window.location.search).get(VISIT_PARAMETER);
  if (request === 'contar' && isOwn) {
    markVisit(false);
    // The tracker ignores this page load. The reload keeps the address and shows the notice.
    window.location.reload();
    return;
  }
  if (request) removeVisitParameter();
  if (isOwn) showOwnVisitNotice(OWN_VISIT_TEXTS.ignored);
  else if (request === 'contar') showOwnVisitNotice(OWN_VISIT_TEXTS.counted);
  else if (request === 'ignorar') askToMarkVisit(markVisit);
}
