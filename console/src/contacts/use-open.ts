import { useNavigate } from '@tanstack/react-router';
import { type MouseEvent, useCallback } from 'react';
import { afterPaint, isBrowsersPress } from '../parts/presses.ts';

/**
 * What a row's link does. Rows have plain links: the router's own look at every navigation, each of them.
 */
export function useOpen(): (event: MouseEvent<HTMLAnchorElement>) => void {
  const navigate = useNavigate();
  return useCallback(
    (event) => {
      if (isBrowsersPress(event)) return;
      event.preventDefault();
      const id = event.currentTarget.dataset.id ?? '';
      const to = event.currentTarget.pathname.startsWith('/leads')
        ? '/leads/$id'
        : '/aplicacoes/$id';
      afterPaint(() => void navigate({ to, params: { id }, search: true }));
    },
    [navigate],
  );
}
