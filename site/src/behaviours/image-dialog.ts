import { wrapIndex } from './carousel.ts';

const STEP_BY_KEY: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 };

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
export function watchImageDialog(root: HTMLElement, dialog: HTMLDialogElement): void {
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
