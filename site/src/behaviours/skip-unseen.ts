import { afterPaint } from './after-paint.ts';

/**
 * While a dialog is open, sections out of the window are not drawn: opening one has all that is drawn
 * styled anew, and near the window that is twice what anybody sees.
 */
export function skipUnseen(page: HTMLElement): void {
  const sections = page.querySelectorAll<HTMLElement>('[data-section]');
  const seen = new Set<Element>();
  const observer = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) seen.add(target);
      else seen.delete(target);
      if (isIntersecting && target instanceof HTMLElement) target.style.contentVisibility = '';
    }
  });
  for (const section of sections) observer.observe(section);

  const skip = () => {
    for (const section of sections) {
      if (!seen.has(section)) section.style.contentVisibility = 'hidden';
    }
  };
  const drawAll = () => {
    if (document.querySelector('dialog[open]')) return;
    for (const section of sections) section.style.contentVisibility = '';
  };
  // Before the dialog is there, and once that it has gone is painted. They do not bubble.
  document.addEventListener('beforetoggle', ({ newState }) => newState === 'open' && skip(), true);
  document.addEventListener('close', () => afterPaint(drawAll), true);
}
