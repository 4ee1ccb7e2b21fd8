/** How much of a part must be in view before it appears: between a tenth and a quarter. */
const THRESHOLD = 0.15;

/**
 * Lets marked parts rise into place as they come into view. Parts are hidden only by this script,
 * and only below the fold: without it, or with reduced motion, everything simply stands there.
 */
export function watchReveals(): void {
  if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting, boundingClientRect } of entries) {
        // Looked at for the first time: what is in view, or above it, simply stays. What has no
        // height stands in a section that is not laid out yet, far away.
        const isBelow = boundingClientRect.top > 0 || boundingClientRect.height === 0;
        if (!isIntersecting && isBelow) {
          target.setAttribute('data-reveal', 'waiting');
          continue;
        }
        if (target.getAttribute('data-reveal') === 'waiting') {
          if (!isIntersecting) continue;
          target.setAttribute('data-reveal', 'shown');
        }
        observer.unobserve(target);
      }
    },
    { threshold: THRESHOLD },
  );
  for (const part of document.querySelectorAll('[data-reveal]')) observer.observe(part);
}
