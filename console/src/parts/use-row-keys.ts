import { useEffect, useRef } from 'react';
import { isCovered, isTaken } from './keys.ts';

interface Rows {
  count: number;
  scrollTo: (index: number) => void;
}

const linkAt = (index: number) =>
  document.querySelector<HTMLElement>(`[data-row="${index}"] .row-link`);

function at(): number {
  const row = document.activeElement?.closest<HTMLElement>('[data-row]');
  const open = document.querySelector('.row-link[aria-current]');
  const index = (row ?? open?.closest<HTMLElement>('[data-row]'))?.dataset.row;
  return index === undefined ? -1 : Number(index);
}

/** `j` and `k` go from row to row, `w` opens the conversation of the one that is open or has the focus. */
export function useRowKeys(rows: Rows): void {
  const latest = useRef(rows);
  latest.current = rows;
  useEffect(() => {
    const go = (wish: number) => {
      const { count, scrollTo } = latest.current;
      const index = Math.min(Math.max(wish, 0), count - 1);
      scrollTo(index);
      const isBeside = document.querySelector('.row-link[aria-current]') !== null;
      // Drawn by now or with the next frame, when it was outside of the window.
      requestAnimationFrame(() => {
        linkAt(index)?.focus();
        if (isBeside) linkAt(index)?.click();
      });
    };
    const call = () =>
      (
        document.querySelector<HTMLElement>('[data-whatsapp-main]') ??
        document.querySelector<HTMLElement>(`[data-row="${at()}"] .whatsapp`)
      )?.click();
    const press = (event: KeyboardEvent) => {
      if (isTaken(event) || isCovered()) return;
      if (event.key === 'j') go(at() + 1);
      else if (event.key === 'k') go(at() - 1);
      else if (event.key === 'w') call();
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}
