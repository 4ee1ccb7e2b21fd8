import { useSyncExternalStore } from 'react';
import { keysOf } from './search-params.ts';

/** Minimum widths of the window in rem. `style.css` has a variant for each. */
const BREAKPOINTS_REM = { xs: 20, sm: 40, md: 48, lg: 64, rail: 72, xl: 80, wide: 100 } as const;
type Breakpoint = keyof typeof BREAKPOINTS_REM;

export const readRemPx = (): number =>
  Number.parseFloat(getComputedStyle(document.documentElement).fontSize);

/** An element 1 rem wide, whose size changes when the operator changes the text size. */
let remElement: HTMLElement | undefined;
function insertRemElement(): HTMLElement {
  remElement ??= document.createElement('div');
  remElement.className = 'invisible fixed w-4';
  if (!remElement.isConnected) document.body.append(remElement);
  return remElement;
}

export function onSizeChange(listener: () => void): () => void {
  const observer = new ResizeObserver(listener);
  observer.observe(document.documentElement);
  observer.observe(insertRemElement());
  return () => observer.disconnect();
}

export const isWindowAtLeast = (breakpoint: Breakpoint): boolean =>
  window.matchMedia(`(width >= ${BREAKPOINTS_REM[breakpoint] * readRemPx()}px)`).matches;

export const useIsWindowAtLeast = (breakpoint: Breakpoint): boolean =>
  useSyncExternalStore(onSizeChange, () => isWindowAtLeast(breakpoint));

/** Keeps the reached breakpoints in the root's `data-window`, which the variants of `style.css` match. */
export function markBreakpoints(): void {
  const writeReachedBreakpoints = () => {
    document.documentElement.dataset.window = keysOf(BREAKPOINTS_REM)
      .filter(isWindowAtLeast)
      .join(' ');
  };
  writeReachedBreakpoints();
  onSizeChange(writeReachedBreakpoints);
}
