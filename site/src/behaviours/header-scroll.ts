/** Shows the header once the visitor has scrolled. The keyboard cannot reach a hidden header. */
export function watchHeader(header: HTMLElement): void {
  const update = () => {
    const isShown = window.scrollY > 100;
    header.toggleAttribute('data-shown', isShown);
    header.toggleAttribute('data-glass', window.scrollY > 50);
    header.toggleAttribute('inert', !isShown);
  };
  // Reading the scroll position before the next frame would force a second layout.
  requestAnimationFrame(update);
  window.addEventListener('scroll', update, { passive: true });
}
