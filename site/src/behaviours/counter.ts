const COUNT_STEP_MS = 800;

/** Does nothing if the visitor prefers reduced motion or may already have seen the number. */
export function watchCounter(counter: HTMLElement, steps: readonly HTMLElement[]): void {
  if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  if (counter.getBoundingClientRect().top < window.innerHeight) return;
  const finalCount = Number(counter.textContent);
  const showCount = (count: number) => {
    counter.textContent = String(count);
    for (const [index, step] of steps.entries()) {
      step.dataset.counterStep = index < count ? 'lit' : 'unlit';
    }
  };
  const startCounting = () => {
    counter.dataset.counter = 'running';
    let count = 0;
    const timer = setInterval(() => {
      count += 1;
      showCount(count);
      if (count >= finalCount) clearInterval(timer);
    }, COUNT_STEP_MS);
  };
  showCount(0);
  // The count starts at the first visible pixel, so that the 0 never waits in view.
  const observer = new IntersectionObserver(([entry]) => {
    if (!entry?.isIntersecting) return;
    observer.disconnect();
    startCounting();
  });
  observer.observe(counter);
  window.addEventListener('beforeprint', () => showCount(finalCount));
}
