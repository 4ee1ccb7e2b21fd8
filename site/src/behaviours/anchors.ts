const ANCHOR = 'a[href^="#"]';

/**
 * Has the whole page laid out (style/offscreen.css) before the browser looks for an anchor: the way
 * there would else be measured in usual heights rather than true ones.
 */
export function layOutForAnchors(): void {
  const layOut = () => document.documentElement.setAttribute('data-whole', '');
  if (window.location.hash !== '') layOut();
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest(ANCHOR)) layOut();
  });
}
