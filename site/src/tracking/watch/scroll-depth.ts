import { track } from '../track.ts';

const DEPTH_PERCENTS = [25, 50, 75, 100] as const;

/** Returns the steps that a depth from 0 to 1 reaches, without those up to `reported`. */
export const newDepthSteps = (depth: number, reported: number): (typeof DEPTH_PERCENTS)[number][] =>
  DEPTH_PERCENTS.filter((step) => step > reported && depth >= step / 100);

/** Reports each step once per page load. */
export function watchScrollDepth(sections: Iterable<HTMLElement>): void {
  const reported = new Map<Element, number>();
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, intersectionRatio } of entries) {
        const section = (target as HTMLElement).dataset.section ?? '';
        for (const percent of newDepthSteps(intersectionRatio, reported.get(target) ?? 0)) {
          reported.set(target, percent);
          track('scroll_depth', { section, percent });
        }
        if (reported.get(target) === 100) observer.unobserve(target);
      }
    },
    // The large top margin counts the part above the window as seen. The margins of 1 px count a fraction of a pixel
    // that scrolling leaves below the window.
    { threshold: DEPTH_PERCENTS.map((step) => step / 100), rootMargin: '1000000px 1px 1px' },
  );
  for (const section of sections) observer.observe(section);
}
