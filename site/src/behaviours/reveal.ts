const MIN_VISIBLE_SHARE = 0.15;
/** In a low window, a section is revealed once it fills half of the window and shows 10 %. */
const LOW_WINDOW_SHARE = 0.5;
const LOW_WINDOW_MIN_VISIBLE_SHARE = 0.1;
/** A section is always revealed once it fills this share of the window, even if less than 10 % of it is visible. */
const TALL_SECTION_WINDOW_SHARE = 0.8;
/** Empty upper margin of a section. */
const SECTION_MARGIN_PX = 80;
/** Fine steps, because a section may be many windows tall. */
const VISIBLE_SHARES = Array.from({ length: 31 }, (_, index) => index / 200);

/** In CSS pixels. */
interface SectionHeights {
  height: number;
  visibleHeight: number;
  viewport: number;
}

export function shouldReveal({ height, visibleHeight, viewport }: SectionHeights): boolean {
  const lowWindowPx = Math.min(
    height * LOW_WINDOW_MIN_VISIBLE_SHARE,
    viewport * TALL_SECTION_WINDOW_SHARE,
  );
  const minVisiblePx = Math.min(
    height * MIN_VISIBLE_SHARE,
    Math.max(viewport * LOW_WINDOW_SHARE, lowWindowPx),
  );
  return visibleHeight > 0 && visibleHeight >= minVisiblePx - 1;
}

const readHeights = (entry: IntersectionObserverEntry): SectionHeights => ({
  height: entry.boundingClientRect.height,
  visibleHeight: entry.intersectionRect.height,
  viewport: entry.rootBounds?.height ?? window.innerHeight,
});

/** Only this script hides content, and only below the fold, so that everything shows without it. */
export function watchReveals(sections: Iterable<HTMLElement>): void {
  if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const revealSection = (section: Element) => {
    if (section.getAttribute('data-reveal') === 'waiting') {
      section.setAttribute('data-reveal', 'shown');
    }
    observer.unobserve(section);
  };
  const observer = new IntersectionObserver(
    (entries) => {
      for (const entry of entries) {
        const heights = readHeights(entry);
        const isBelow =
          entry.boundingClientRect.top > 0 && heights.visibleHeight <= SECTION_MARGIN_PX;
        if (shouldReveal(heights)) revealSection(entry.target);
        else if (entry.target.hasAttribute('data-reveal')) continue;
        // At the first observation, sections in view or above it stay visible.
        else if (isBelow) entry.target.setAttribute('data-reveal', 'waiting');
        else observer.unobserve(entry.target);
      }
    },
    { threshold: VISIBLE_SHARES },
  );
  for (const section of sections) observer.observe(section);
  document.addEventListener('focusin', ({ target }) => {
    const section = target instanceof Element && target.closest('[data-reveal="waiting"]');
    if (section) revealSection(section);
  });
}
