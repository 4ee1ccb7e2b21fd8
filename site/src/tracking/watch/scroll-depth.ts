import { track } from '../track.ts';

const STEPS = [25, 50, 75, 100] as const;

/** Steps newly reached at a depth from 0 to 1, beyond those told already. */
export function newSteps(depth: number, told: number): (typeof STEPS)[number][] {
  return STEPS.filter((step) => step > told && depth >= step / 100);
}

/** Tells how far down each section the visitor got, every step once per page load. */
export function watchScrollDepth(sections: Iterable<HTMLElement>): void {
  const told = new Map<Element, number>();
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, intersectionRatio } of entries) {
        const section = (target as HTMLElement).dataset.section ?? '';
        for (const percent of newSteps(intersectionRatio, told.get(target) ?? 0)) {
          told.set(target, percent);
          track('scroll_depth', { section, percent });
        }
        if (told.get(target) === 100) observer.unobserve(target);
      }
    },
    // Top: the part above the window counts as seen, so that the visible part is the depth. Other sides:
    // scrolling ends on a whole pixel, which may leave a fraction of the last section below the window.
    { threshold: STEPS.map((step) => step / 100), rootMargin: '1000000px 1px 1px' },
  );
  for (const section of sections) observer.observe(section);
}
