import { afterPaint } from './timing.ts';

/** Pauses the endless animations in a part of the page, or lets them go on. */
function rest(part: Element, isResting: boolean): void {
  for (const animation of part.getAnimations({ subtree: true })) {
    if (!(animation instanceof CSSAnimation)) continue;
    if (isResting && animation.playState === 'running') animation.pause();
    else if (!isResting && animation.playState === 'paused') animation.play();
  }
}

/**
 * Lets wires rest that nobody looks at, out of the window or behind a dialog: for some of them the
 * browser styles the page in each frame, also where the section is not drawn. By script: what is not
 * drawn hears of no change in the style sheet either.
 */
export function pauseHiddenWires(page: HTMLElement): void {
  const seen = new Set<Element>();
  const isCovered = () => document.querySelector('dialog[open]') !== null;
  const update = (section: Element) => rest(section, isCovered() || !seen.has(section));

  const observer = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) seen.add(target);
      else seen.delete(target);
      update(target);
    }
  });
  const sections = page.querySelectorAll('[data-section]');
  for (const section of sections) observer.observe(section);
  // One that begins only now, in a section laid out before it comes into the window.
  page.addEventListener('animationstart', ({ target }) => {
    const section = target instanceof Element ? target.closest('[data-section]') : null;
    if (section) update(section);
  });

  // Those out of the window rest already.
  const updateSeen = () => seen.forEach(update);
  const dialogs = new MutationObserver(() => afterPaint(updateSeen));
  for (const dialog of document.querySelectorAll('dialog')) {
    dialogs.observe(dialog, { attributeFilter: ['open'] });
  }
}
