import EmblaCarousel, { type EmblaCarouselType } from 'embla-carousel';

const STEP_BY_KEY: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 };

/** Arrows go on where the last conversation ends, in both directions. */
export function wrapIndex(index: number, count: number): number {
  return ((index % count) + count) % count;
}

const find = (root: HTMLElement, selector: string) => root.querySelector<HTMLElement>(selector);
const findAll = (root: HTMLElement, selector: string) => [
  ...root.querySelectorAll<HTMLElement>(selector),
];

/** Where the visitor has scrolled to before the script arrived. */
function currentSlide(viewport: HTMLElement, slides: readonly HTMLElement[]): number {
  const width = slides[0]?.offsetWidth ?? 0;
  return width > 0 ? Math.min(Math.round(viewport.scrollLeft / width), slides.length - 1) : 0;
}

function showPosition(root: HTMLElement, slides: readonly HTMLElement[], index: number): void {
  const position = find(root, '[data-position]');
  const text = slides[index]?.getAttribute('aria-label') ?? '';
  if (position && position.textContent !== text) position.textContent = text;
  for (const [place, dot] of findAll(root, '[data-go-to]').entries()) {
    if (place === index) dot.setAttribute('aria-current', 'true');
    else dot.removeAttribute('aria-current');
  }
}

function watchControls(root: HTMLElement, embla: EmblaCarouselType): void {
  const isStill = window.matchMedia('(prefers-reduced-motion: reduce)');
  const goTo = (index: number) => embla.scrollTo(index, isStill.matches);
  const step = (by: number) =>
    goTo(wrapIndex(embla.selectedScrollSnap() + by, embla.scrollSnapList().length));
  root.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('button') : null;
    if (button?.dataset.step) step(Number(button.dataset.step));
    if (button?.dataset.goTo) goTo(Number(button.dataset.goTo));
  });
  root.addEventListener('keydown', (event) => {
    const by = STEP_BY_KEY[event.key];
    if (!by) return;
    event.preventDefault();
    const isOnSlide = event.target instanceof Element && event.target.closest('[data-slide]');
    step(by);
    const slide = embla.slideNodes()[embla.selectedScrollSnap()];
    if (isOnSlide) slide?.querySelector('button')?.focus({ preventScroll: true });
  });
}

/** Turns a row that scrolls into one that loops, with arrows, keys, swipes and its position told. */
export function startCarousel(root: HTMLElement): void {
  const viewport = find(root, '[data-viewport]');
  if (!viewport) return;
  const slides = findAll(root, '[data-slide]');
  const startIndex = currentSlide(viewport, slides);
  root.setAttribute('data-looping', '');
  viewport.scrollLeft = 0;
  const embla = EmblaCarousel(viewport, { loop: true, align: 'start', startIndex });
  const update = () => showPosition(root, slides, embla.selectedScrollSnap());
  embla.on('select', update);
  update();
  // Few conversations on a wide screen all stand in view: nothing to lead to.
  const settle = () => root.toggleAttribute('data-still', embla.scrollSnapList().length < 2);
  embla.on('reInit', settle);
  settle();
  watchControls(root, embla);
}
