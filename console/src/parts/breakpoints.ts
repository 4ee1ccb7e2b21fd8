import { useSyncExternalStore } from 'react';
import { keysOf } from './search-params.ts';

/** The breakpoints: minimum widths of the window, in rem. `style.css` has a variant for each of them. */
const BREAKPOINTS_REM = { xs: 20, sm: 40, md: 48, lg: 64, rail: 72, xl: 80, wide: 100 } as const;
type Breakpoint = keyof typeof BREAKPOINTS_REM;

/** Returns the root's font size in px. */
export const readRem = (): number =>
  Number.parseFloat(getComputedStyle(document.documentElement).fontSize);

/** An element 1 rem wide, whose size changes with the text size, which need not change the root's size. */
let remElement: HTMLElement | undefined;
function insertRemElement(): HTMLElement {
  remElement ??= document.createElement('div');
  remElement.className = 'invisible fixed w-4';
  if (!remElement.isConnected) document.body.append(remElement);
  return remElement;
}

/** Calls a function when the window's or the text's size changes. */
export function followSize(listener: () => void): () => void {
  const observer = new ResizeObserver(listener);
  observer.observe(document.documentElement);
  observer.observe(insertRemElement());
  return () => observer.disconnect();
}

/** Whether the window is at least as wide as a breakpoint. */
export const isWindowAtLeast = (breakpoint: Breakpoint): boolean =>
  window.matchMedia(`(width >= ${BREAKPOINTS_REM[breakpoint] * readRem()}px)`).matches;

export const useIsWindowAtLeast = (breakpoint: Breakpoint): boolean =>
  useSyncExternalStore(followSize, () => isWindowAtLeast(breakpoint));

/** Keeps the names of the reached breakpoints in the root's `data-window`, which the variants of `style.css` match. */
export function markBreakpoints(): void {
  const mark = () => {
    document.documentElement.dataset.window = keysOf(BREAKPOINTS_REM)
      .filter(isWindowAtLeast)
      .join(' ');
  };
  mark();
  followSize(mark);
}
