import { useSyncExternalStore } from 'react';

/** Returns the root's font size in px. */
export const readRem = (): number =>
  Number.parseFloat(getComputedStyle(document.documentElement).fontSize);

/** Calls a function when the window or the text has another size. */
export function followSize(listener: () => void): () => void {
  const observer = new ResizeObserver(listener);
  observer.observe(document.documentElement);
  return () => observer.disconnect();
}

/** Returns the window's width in rem; larger text makes it smaller, other than in a media query. */
export const useWindowRem = (): number =>
  useSyncExternalStore(followSize, () => Math.floor(window.innerWidth / readRem()));
