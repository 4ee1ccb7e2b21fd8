import { useSyncExternalStore } from 'react';

const wide = window.matchMedia('(width >= 48rem)');

const subscribe = (listener: () => void) => {
  wide.addEventListener('change', listener);
  window.addEventListener('resize', listener);
  return () => {
    wide.removeEventListener('change', listener);
    window.removeEventListener('resize', listener);
  };
};

/** In rem, as list.css has them: three lines on a phone, two beside. */
const [NARROW, WIDE] = [5.25, 3.75];

function read(): number {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  return (wide.matches ? WIDE : NARROW) * rem;
}

/** A row's height in px: the same for all, so that none has to be measured. */
export const useRowHeight = (): number => useSyncExternalStore(subscribe, read);
