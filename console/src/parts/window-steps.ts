import { useSyncExternalStore } from 'react';
import { keysOf } from './search-params.ts';

/** The layout's steps: from which width of the window on, in rem, they apply. `style.css` has a variant for each. */
const WINDOW_STEPS = { xs: 20, sm: 40, md: 48, lg: 64, rail: 72, xl: 80, wide: 100 } as const;
type WindowStep = keyof typeof WINDOW_STEPS;

/** Returns the root's font size in px. */
export const readRem = (): number =>
  Number.parseFloat(getComputedStyle(document.documentElement).fontSize);

/** An element of 1 rem, whose size always changes with the text's; the root's may stay. */
let ruler: HTMLElement | undefined;
function placeRuler(): HTMLElement {
  ruler ??= document.createElement('div');
  ruler.className = 'invisible fixed w-4';
  if (!ruler.isConnected) document.body.append(ruler);
  return ruler;
}

/** Calls a function when the window or the text has another size. */
export function followSize(listener: () => void): () => void {
  const observer = new ResizeObserver(listener);
  observer.observe(document.documentElement);
  observer.observe(placeRuler());
  return () => observer.disconnect();
}

/** Whether the window has the width of a step. */
export const isWindowWide = (step: WindowStep): boolean =>
  window.matchMedia(`(width >= ${WINDOW_STEPS[step] * readRem()}px)`).matches;

export const useIsWindowWide = (step: WindowStep): boolean =>
  useSyncExternalStore(followSize, () => isWindowWide(step));

/** Keeps the names of the steps that apply in the root's `data-window`, where the variants of `style.css` read them. */
export function markWindowSteps(): void {
  const mark = () => {
    document.documentElement.dataset.window = keysOf(WINDOW_STEPS).filter(isWindowWide).join(' ');
  };
  mark();
  followSize(mark);
}
