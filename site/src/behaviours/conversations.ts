// Loaded when the conversations come near: see page.ts.
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
function startCarousel(root: HTMLElement): void {
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

/** As large as the dialog shows it, so that the browser picks the full-size file. */
const FULL_SIZES = 'min(100vw, 46vh)';

/** A slide's picture for the dialog: the same files, the largest of them. */
function enlarge(slide: Element): Node | undefined {
  const picture = slide.querySelector('picture')?.cloneNode(true);
  if (!(picture instanceof HTMLElement)) return undefined;
  for (const file of picture.children) file.setAttribute('sizes', FULL_SIZES);
  picture.querySelector('img')?.removeAttribute('class');
  return picture;
}

/** Opens a conversation at full size, and leads from there to the next and the one before. */
function watchImageDialog(root: HTMLElement, dialog: HTMLDialogElement): void {
  const slides = [...root.querySelectorAll('[data-slide]')];
  const stage = dialog.querySelector('[data-enlarged]');
  const words = dialog.querySelector('[data-words]');
  const position = dialog.querySelector('[data-position]');
  let shown = 0;
  const show = (index: number) => {
    shown = wrapIndex(index, slides.length);
    const slide = slides[shown];
    const picture = slide && enlarge(slide);
    if (picture) stage?.replaceChildren(picture);
    words?.replaceChildren(
      ...[...(slide?.querySelectorAll('p') ?? [])].map((it) => it.cloneNode(true)),
    );
    if (position) position.textContent = slide?.getAttribute('aria-label') ?? '';
  };
  root.addEventListener('click', ({ target }) => {
    const opener = target instanceof Element ? target.closest<HTMLElement>('[data-enlarge]') : null;
    const slide = opener?.closest('[data-slide]');
    if (!opener || !slide) return;
    // Safari gives a clicked button no focus, and a closing dialog gives focus back to what had it.
    opener.focus({ preventScroll: true });
    show(slides.indexOf(slide));
    dialog.showModal();
  });
  dialog.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-step]') : null;
    if (button) show(shown + Number(button.dataset.step));
    else if (target === dialog || target === stage?.parentElement) dialog.close();
  });
  dialog.addEventListener('keydown', ({ key }) => {
    const by = STEP_BY_KEY[key];
    if (by) show(shown + by);
  });
  dialog.addEventListener('close', () => stage?.replaceChildren());
}

export function startConversations(root: HTMLElement): void {
  startCarousel(root);
  const dialog = document.querySelector<HTMLDialogElement>('#conversation-dialog');
  if (dialog) watchImageDialog(root, dialog);
}
