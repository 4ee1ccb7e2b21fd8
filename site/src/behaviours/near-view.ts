/** How far below the window a part counts as near. */
const MARGIN = '800px 0px';

/** Runs `start` once, when the part comes near the window: to load what only it needs. */
export function whenNear(part: Element, start: () => void): void {
  const observer = new IntersectionObserver(
    ([entry]) => {
      if (!entry?.isIntersecting) return;
      observer.disconnect();
      start();
    },
    { rootMargin: MARGIN },
  );
  observer.observe(part);
}
