// Loaded in the operator's own browser alone: see page.ts.
const TEXTS = {
  ignore: {
    text: 'Este navegador está fora dos números: visitas e cliques não são contados.',
    link: 'Contar de novo',
    href: '/?funil=contar',
  },
  count: {
    text: 'Este navegador voltou a ser contado nos números.',
    link: 'Deixar de fora',
    href: '/?funil=ignorar',
  },
};

/** Says, for as long as it holds, that this browser is left out; or once that it is counted again. */
export function showOwnVisit(wish: keyof typeof TEXTS): void {
  const { text, link, href } = TEXTS[wish];
  const notice = document.createElement('aside');
  notice.className = 'own-visit';
  notice.dataset.tone = 'ink';
  notice.setAttribute('role', 'status');
  const words = Object.assign(document.createElement('p'), { textContent: text });
  const way = Object.assign(document.createElement('a'), { textContent: link, href });
  way.className = 'link inline-flex min-h-11 items-center';
  const close = Object.assign(document.createElement('button'), { type: 'button' });
  close.textContent = 'Fechar aviso';
  close.className = way.className;
  close.addEventListener('click', () => notice.remove());
  notice.append(words, way, close);
  notice.style.cssText =
    'position:fixed;z-index:60;inset:auto 0 0;display:flex;flex-wrap:wrap;gap:0 1.25rem;' +
    'align-items:center;padding:.5rem 1.25rem;font-size:.875rem;border-top:2px solid var(--mark)';
  document.body.append(notice);
}
