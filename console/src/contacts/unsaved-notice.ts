import { useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { warn } from '../parts/notice.ts';
import { wayTo } from './ContactLink.tsx';
import { adoptDrafts } from './drafts.ts';

interface Unsaved {
  subject: string;
  name: string;
  what: 'note' | 'state';
  /** Why; left out: nobody knows any more. */
  why?: string;
}

/** Says of somebody who is no longer on the screen what was not saved, and leads there. */
export function useUnsavedNotice(): (unsaved: Unsaved) => void {
  const router = useRouter();
  return useCallback(
    ({ subject, name, what, why }) => {
      const words = what === 'note' ? 'Sua anotação sobre' : 'Sua mudança em';
      warn([`${words} ${name} não foi salva.`, why].filter(Boolean).join(' '), {
        label: 'Abrir',
        act: () => void router.navigate(wayTo(subject)),
      });
    },
    [router],
  );
}

/** Says what was left unsaved when this tab was last at work. */
export function useKeptDrafts(operator: string): void {
  // Before anything is drawn that shows one of them.
  const [kept] = useState(() => adoptDrafts(operator));
  const tell = useUnsavedNotice();
  const router = useRouter();
  useEffect(() => {
    const here = router.state.location.pathname;
    for (const [subject, { name }] of kept) {
      if (router.buildLocation(wayTo(subject)).pathname === here) continue;
      tell({ subject, name, what: 'note' });
    }
  }, [kept, tell, router]);
}
