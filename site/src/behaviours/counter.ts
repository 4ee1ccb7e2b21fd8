const STEP_MS = 800;
/** How much of the number must be in view before it starts. */
const THRESHOLD = 0.25;

/** What the counter shows so many ms after its start: a step each 800 ms, up to `end`. */
export function countAt(elapsed: number, end: number): number {
  return Math.min(Math.max(Math.floor(elapsed / STEP_MS), 0), end);
}

/**
 * Counts from 0 to the number it finds, once that comes into view, and lights one step each time.
 * With reduced motion, or with the number already passed, everything stays as it stands.
 */
export function watchCounter(number: HTMLElement, steps: readonly HTMLElement[]): void {
  if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  if (number.getBoundingClientRect().bottom < 0) return;
  const end = Number(number.textContent);
  const show = (count: number) => {
    number.textContent = String(count);
    for (const [index, step] of steps.entries()) {
      step.dataset.counterStep = index < count ? 'lit' : 'unlit';
    }
  };
  const run = () => {
    number.dataset.counter = 'running';
    const start = performance.now();
    const timer = setInterval(() => {
      // Half a step of grace: timers may fire a little early.
      const count = countAt(performance.now() - start + STEP_MS / 2, end);
      show(count);
      if (count === end) clearInterval(timer);
    }, STEP_MS);
  };
  show(0);
  const observer = new IntersectionObserver(
    ([entry]) => {
      if (!entry?.isIntersecting) return;
      observer.disconnect();
      run();
    },
    { threshold: THRESHOLD },
  );
  observer.observe(number);
  // On paper it has counted, whether it was seen or not.
  window.addEventListener('beforeprint', () => show(end));
}
