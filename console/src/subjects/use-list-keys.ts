import type { SubjectItem } from '@funil/contract/console/subjects';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { afterPaint, isCovered, isTaken } from '../parts/presses.ts';
import type { Picking } from './picking.ts';

interface Parts {
  items: readonly SubjectItem[];
  picking: Picking;
  /** Whose detail is open. */
  open: string | undefined;
  scrollTo: (index: number) => void;
}

const linkAt = (index: number) =>
  document.querySelector<HTMLAnchorElement>(`.row-link[data-index="${index}"]`);

const focusedIndex = () => {
  const { activeElement } = document;
  const line = activeElement?.closest('.row-line')?.querySelector<HTMLElement>('.row-link');
  return line?.dataset.index === undefined ? null : Number(line.dataset.index);
};

/** Whoever stands first in the window: where the list was left when nobody in it has the focus. */
const firstInView = () => {
  const top = document.querySelector('.list-scroller')?.getBoundingClientRect().top ?? 0;
  const links = [...document.querySelectorAll<HTMLElement>('.row-link[data-index]')];
  const first = links.find((link) => link.getBoundingClientRect().top >= top);
  return Number(first?.dataset.index ?? 0);
};

/** `j` and `k` go from person to person, `w` opens the conversation, `x` marks, Esc lets go. */
export function useListKeys(parts: Parts): void {
  const navigate = useNavigate();
  const latest = useRef(parts);
  latest.current = parts;
  useEffect(() => {
    const at = () => {
      const { items, open } = latest.current;
      return focusedIndex() ?? items.findIndex(({ subject }) => subject === open);
    };
    const go = (index: number) => {
      const { items, scrollTo, open } = latest.current;
      const item = items[Math.min(Math.max(index, 0), items.length - 1)];
      if (!item) return;
      const place = items.indexOf(item);
      const take = (link: HTMLAnchorElement | null) => {
        link?.focus({ preventScroll: true });
        // Beside an open detail, the detail follows.
        if (open !== undefined) link?.click();
      };
      scrollTo(place);
      const link = linkAt(place);
      // Outside of the window it is drawn with the next frame.
      if (link) take(link);
      else requestAnimationFrame(() => take(linkAt(place)));
    };
    const goBy = (step: 1 | -1) => {
      const index = at();
      go(index === -1 ? firstInView() : index + step);
    };
    const act: Record<string, () => void> = {
      j: () => goBy(1),
      k: () => goBy(-1),
      w: () =>
        (
          document.querySelector<HTMLElement>('[data-whatsapp-main]') ??
          linkAt(at())?.parentElement?.querySelector<HTMLElement>('.whatsapp')
        )?.click(),
      x: () => {
        const item = latest.current.items[at()];
        if (item) latest.current.picking.pick(item);
      },
      Escape: () => {
        const { open, picking } = latest.current;
        if (picking.picked.size > 0) return picking.clear();
        if (open === undefined) return;
        const index = at();
        const close = () => navigate({ to: '..', search: true });
        afterPaint(() => void close().then(() => linkAt(index)?.focus()));
      },
    };
    const press = (event: KeyboardEvent) => {
      const isFieldsOwn = isTaken(event) && event.key !== 'Escape';
      if (isFieldsOwn || isCovered() || !Object.hasOwn(act, event.key)) return;
      event.preventDefault();
      act[event.key]?.();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [navigate]);
}
