import { track } from '../track.ts';

/** Fine steps, because a section may be many windows tall. */
const VISIBLE_SHARES = Array.from({ length: 51 }, (_, index) => index / 50);

interface SectionVisibility {
  /** Visible share of the section, from 0 to 1. */
  ratio: number;
  /** In CSS pixels: the section's visible height, and the viewport's. */
  height: number;
  viewport: number;
}

/** True if half of the section is visible, or if the section covers half of the viewport. */
export const isInView = ({ ratio, height, viewport }: SectionVisibility): boolean =>
  ratio >= 0.5 || (viewport > 0 && height >= viewport / 2);

export function watchSectionViews(sections: Iterable<HTMLElement>): void {
  const sectionsInView = new Set<string>();
  const viewStarts = new Map<string, number>();

  const beginView = (section: string) => viewStarts.set(section, performance.now());
  const endView = (section: string) => {
    const start = viewStarts.get(section);
    if (start === undefined) return;
    viewStarts.delete(section);
    const time_in_view_ms = Math.round(performance.now() - start);
    track('section_view', { section, time_in_view_ms });
  };

  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, intersectionRatio, intersectionRect, rootBounds } of entries) {
        const section = (target as HTMLElement).dataset.section ?? '';
        const viewport = rootBounds?.height ?? window.innerHeight;
        const visibility = { ratio: intersectionRatio, height: intersectionRect.height, viewport };
        if (!isInView(visibility)) {
          sectionsInView.delete(section);
          endView(section);
        } else if (!sectionsInView.has(section)) {
          sectionsInView.add(section);
          if (document.visibilityState === 'visible') beginView(section);
        }
      }
    },
    { threshold: VISIBLE_SHARES },
  );
  for (const section of sections) observer.observe(section);

  const endViews = () => sectionsInView.forEach(endView);
  const resumeViews = () => {
    for (const section of sectionsInView) if (!viewStarts.has(section)) beginView(section);
  };
  document.addEventListener('visibilitychange', () =>
    document.visibilityState === 'hidden' ? endViews() : resumeViews(),
  );
  window.addEventListener('pagehide', endViews);
  // Listens to `pageshow`, too, because Safari restores a page without a change of its visibility.
  window.addEventListener('pageshow', resumeViews);
}
