import EmblaCarousel, { type EmblaCarouselType } from 'embla-carousel';
import styles from './conversation-dialog.css?inline';
import { opensNewTab } from './dialog-openers.ts';

const OFFSET_BY_KEY: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 };

const wrapIndex = (index: number, count: number) => ((index % count) + count) % count;

/** Returns the index of the slide in view, because the visitor may have scrolled before this script ran. */
function currentSlideIndex(viewport: HTMLElement, slides: readonly HTMLElement[]): number {
  const width = slides[0]?.offsetWidth ?? 0;
  return width > 0 ? Math.min(Math.round(viewport.scrollLeft / width), slides.length - 1) : 0;
}

function showPosition(root: HTMLElement, slides: readonly HTMLElement[], index: number): void {
  const position = root.querySelector('[data-position]');
  const text = slides[index]?.getAttribute('aria-label') ?? '';
  if (position && position.textContent !== text) position.textContent = text;
  for (const [dotIndex, dot] of root.querySelectorAll('[data-go-to]').entries()) {
    if (dotIndex === index) dot.setAttribute('aria-current', 'true');
    else dot.removeAttribute('aria-current');
  }
}

function watchControls(root: HTMLElement, embla: EmblaCarouselType): void {
  const reducedMotion = window.matchMedia('(prefers-reduced-motion: reduce)');
  const goTo = (index: number) => embla.scrollTo(index, reducedMotion.matches);
  const goBy = (offset: number) =>
    goTo(wrapIndex(embla.selectedScrollSnap() + offset, embla.scrollSnapList().length));
  root.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('button') : null;
    if (button?.dataset.step) goBy(Number(button.dataset.step));
    if (button?.dataset.goTo) goTo(Number(button.dataset.goTo));
  });
  root.addEventListener('keydown', (event) => {
    const offset = OFFSET_BY_KEY[event.key];
    if (!offset) return;
    event.preventDefault();
    const isOnSlide = event.target instanceof Element && event.target.closest('[data-slide]');
    goBy(offset);
    const slide = embla.slideNodes()[embla.selectedScrollSnap()];
    if (isOnSlide) slide?.querySelector('a')?.focus({ preventScroll: true });
  });
}

/** Turns the scrollable row into a loop with arrows, keys, swipes and a position text. */
function startCarousel(root: HTMLElement): void {
  const viewport = root.querySelector<HTMLElement>('[data-viewport]');
  if (!viewport) return;
  const slides = [...root.querySelectorAll<HTMLElement>('[data-slide]')];
  const startIndex = currentSlideIndex(viewport, slides);
  root.setAttribute('data-looping', '');
  viewport.scrollLeft = 0;
  const embla = EmblaCarousel(viewport, { loop: true, align: 'start', startIndex });
  const updatePosition = () => showPosition(root, slides, embla.selectedScrollSnap());
  embla.on('select', updatePosition);
  updatePosition();
  // If all conversations fit into the window, there is only one snap point, and `data-still` hides the controls.
  const updateControls = () =>
    root.toggleAttribute('data-still', embla.scrollSnapList().length < 2);
  embla.on('reInit', updateControls);
  updateControls();
  watchControls(root, embla);
}

/** Returns a copy of the slide's picture whose `sizes` make the browser load a file for the dialog. */
function copyForDialog(slide: Element): Node | undefined {
  const picture = slide.querySelector('picture')?.cloneNode(true);
  if (!(picture instanceof HTMLElement)) return undefined;
  for (const source of picture.children) source.setAttribute('sizes', 'min(100vw, 46vh)');
  picture.querySelector('img')?.removeAttribute('class');
  return picture;
}

function makeDialog(root: HTMLElement): HTMLDialogElement {
  document.head.append(Object.assign(document.createElement('style'), { textContent: styles }));
  const dialog = document.createElement('dialog');
  dialog.id = 'conversation-dialog';
  dialog.className = 'image-dialog';
  dialog.setAttribute('aria-label', root.dataset.dialog ?? '');
  dialog.innerHTML = `<div data-tone="ink" class="image-dialog-panel">
    <div class="image-dialog-picture" data-enlarged></div>
    <div class="image-dialog-words" data-words></div>
    <div class="image-dialog-bar"><p class="tabular-nums" aria-live="polite" data-position></p>
    <button type="button" class="close-button image-dialog-close" data-closes></button></div></div>`;
  dialog.querySelector('button')?.setAttribute('aria-label', root.dataset.close ?? '');
  const position = dialog.querySelector('[data-position]');
  const [previous, next] = root.querySelectorAll('[data-step]');
  if (previous) position?.before(previous.cloneNode(true));
  if (next) position?.after(next.cloneNode(true));
  root.after(dialog);
  return dialog;
}

function watchImageDialog(root: HTMLElement, dialog: HTMLDialogElement): void {
  const slides = [...root.querySelectorAll('[data-slide]')];
  const pictureBox = dialog.querySelector('[data-enlarged]');
  const textBox = dialog.querySelector('[data-words]');
  const position = dialog.querySelector('[data-position]');
  let currentIndex = 0;
  const showSlide = (index: number) => {
    currentIndex = wrapIndex(index, slides.length);
    const slide = slides[currentIndex];
    const picture = slide && copyForDialog(slide);
    if (picture) pictureBox?.replaceChildren(picture);
    textBox?.replaceChildren(
      ...[...(slide?.querySelectorAll('p') ?? [])].map((text) => text.cloneNode(true)),
    );
    if (position) position.textContent = slide?.getAttribute('aria-label') ?? '';
  };
  root.addEventListener('click', (event) => {
    const { target } = event;
    const opener = target instanceof Element ? target.closest<HTMLElement>('[data-enlarge]') : null;
    const slide = opener?.closest('[data-slide]');
    if (!opener || !slide || opensNewTab(event)) return;
    event.preventDefault();
    // Safari does not focus a clicked button, and the closing dialog restores the focus.
    opener.focus({ preventScroll: true });
    showSlide(slides.indexOf(slide));
    dialog.showModal();
  });
  const openerPressedEarly = root.querySelector<HTMLElement>('[data-enlarge][aria-busy]');
  openerPressedEarly?.removeAttribute('aria-busy');
  openerPressedEarly?.click();
  dialog.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-step]') : null;
    if (button) showSlide(currentIndex + Number(button.dataset.step));
    else if (target === dialog || target === pictureBox?.parentElement) dialog.close();
  });
  dialog.addEventListener('keydown', ({ key }) => {
    const offset = OFFSET_BY_KEY[key];
    if (offset) showSlide(currentIndex + offset);
  });
  dialog.addEventListener('close', () => pictureBox?.replaceChildren());
}

export function startConversations(root: HTMLElement): void {
  startCarousel(root);
  watchImageDialog(root, makeDialog(root));
}
