/** How much of a section must be in view before it appears. */
const SHARE = 0.15;
/** Of a section taller than that allows, as much as fills this share of the window. */
const WINDOW_SHARE = 0.5;
/** A section's upper margin, in CSS pixels: as long as no more is in view nothing of it is seen. */
const MARGIN = 80;
/** Fine enough for a section many windows tall. */
const THRESHOLDS = Array.from({ length: 31 }, (_, index) => index / 200);

interface Seen {
  /** Heights in CSS pixels: of the section, of what is in view of it, and of the window. */
  height: number;
  visible: number;
  viewport: number;
}

/** Whether enough of a section is in view for it to appear: 15 %, which any window can show. */
export function isRevealed({ height, visible, viewport }: Seen): boolean {
  return visible > 0 && visible >= Math.min(height * SHARE, viewport * WINDOW_SHARE) - 1;
}

function readSeen({ boundingClientRect, intersectionRect, rootBounds }: IntersectionObserverEntry) {
  const viewport = rootBounds?.height ?? window.innerHeight;
  return { height: boundingClientRect.height, visible: intersectionRect.height, viewport };
}

/**
 * Lets each section's content rise into place as the section comes into view. It is hidden only by
 * this script, and only below the fold: without it, or with reduced motion, everything stands there.
 */
export function watchReveals(sections: Iterable<HTMLElement>): void {
  if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const show = (section: Element) => {
    if (section.getAttribute('data-reveal') === 'waiting') {
      section.setAttribute('data-reveal', 'shown');
    }
    observer.unobserve(section);
  };
  const observer = new IntersectionObserver(
    (entries) => {
      for (const entry of entries) {
        const seen = readSeen(entry);
        const isBelow = entry.boundingClientRect.top > 0 && seen.visible <= MARGIN;
        if (isRevealed(seen)) show(entry.target);
        else if (entry.target.hasAttribute('data-reveal')) continue;
        // Looked at for the first time: what is seen already, or lies above, simply stays.
        else if (isBelow) entry.target.setAttribute('data-reveal', 'waiting');
        else observer.unobserve(entry.target);
      }
    },
    { threshold: THRESHOLDS },
  );
  for (const section of sections) observer.observe(section);
  // Reached by the keyboard, it must be seen however little of it is in view.
  document.addEventListener('focusin', ({ target }) => {
    const section = target instanceof Element && target.closest('[data-reveal="waiting"]');
    if (section) show(section);
  });
}
