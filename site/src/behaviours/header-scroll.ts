/** Shows the header once the visitor has scrolled. The keyboard cannot reach a hidden header. */
export function watchHeader(header: HTMLElement): void {
  const updateHeader = () => {
    const isShown = window.scrollY > 100;
    header.toggleAttribute('data-shown', isShown);
    header.toggleAttribute('data-glass', window.scrollY > 50);
    header.toggleAttribute('inert', !isShown);
  };
  // Reading the scroll position before the next frame would force a second layout.
  requestAnimationFrame(updateHeader);
  window.addEventListener('scroll', updateHeader, { passive: true });
}
