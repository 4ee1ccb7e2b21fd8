const GLASS_FROM = 50;
const SHOWN_FROM = 100;

/** The header's state at a scroll position, in CSS pixels from the top. */
export function headerAt(scrolled: number): { isShown: boolean; isGlass: boolean } {
  return { isShown: scrolled > SHOWN_FROM, isGlass: scrolled > GLASS_FROM };
}

/** Shows the header once the visitor has scrolled; hidden, it is out of the keyboard's reach. */
export function watchHeader(header: HTMLElement): void {
  const update = () => {
    const { isShown, isGlass } = headerAt(window.scrollY);
    header.toggleAttribute('data-shown', isShown);
    header.toggleAttribute('data-glass', isGlass);
    header.toggleAttribute('inert', !isShown);
  };
  // With the next frame: reading positions now would have the page laid out twice.
  requestAnimationFrame(update);
  window.addEventListener('scroll', update, { passive: true });
}
