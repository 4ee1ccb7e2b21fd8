/** Returns how much of the page has been scrolled, in percent; 0 for a page that fits its window. */
export function scrolledPercent(top: number, height: number, viewport: number): number {
  const distance = height - viewport;
  if (distance <= 0) return 0;
  return Math.min(Math.max((top / distance) * 100, 0), 100);
}

export function watchScrollProgress(bar: HTMLElement): void {
  const updateBar = () => {
    const { scrollHeight } = document.documentElement;
    bar.style.width = `${scrolledPercent(window.scrollY, scrollHeight, window.innerHeight)}%`;
  };
  window.addEventListener('scroll', updateBar, { passive: true });
  window.addEventListener('resize', updateBar, { passive: true });
  // Sections get their real height after the scroll event (style/offscreen.css).
  new ResizeObserver(updateBar).observe(document.body);
}
