import { afterPaint } from './timing.ts';

function setPaused(part: Element, isPaused: boolean): void {
  for (const animation of part.getAnimations({ subtree: true })) {
    if (!(animation instanceof CSSAnimation)) continue;
    if (isPaused && animation.playState === 'running') animation.pause();
    else if (!isPaused && animation.playState === 'paused') animation.play();
  }
}

/**
 * Pauses wires outside the window and behind dialogs: some cost a style pass per frame even when their section is not
 * drawn. CSS cannot do so, because such a section gets no style changes.
 */
export function pauseHiddenWires(page: HTMLElement): void {
  const visible = new Set<Element>();
  const isCovered = () => document.querySelector('dialog[open]') !== null;
  const updateWires = (section: Element) =>
    setPaused(section, isCovered() || !visible.has(section));

  const observer = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) visible.add(target);
      else visible.delete(target);
      updateWires(target);
    }
  });
  for (const section of page.querySelectorAll('[data-section]')) observer.observe(section);
  // An animation may start before its section comes into the window.
  page.addEventListener('animationstart', ({ target }) => {
    const section = target instanceof Element ? target.closest('[data-section]') : null;
    if (section) updateWires(section);
  });

  const dialogObserver = new MutationObserver(() => afterPaint(() => visible.forEach(updateWires)));
  for (const dialog of document.querySelectorAll('dialog')) {
    dialogObserver.observe(dialog, { attributeFilter: ['open'] });
  }
}
