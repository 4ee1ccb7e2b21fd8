import { useEffect, useRef, useState } from 'react';
import type { FlowState } from './flow.ts';

interface Unsent {
  state: FlowState;
  openedAt: number;
}

/**
 * Closed while an application is sent: what comes of it is told outside the dialog, and what was not taken
 * is there again at the next opening.
 */
export function useBackgroundSend() {
  const [isOutsideDialog, setIsOutsideDialog] = useState(false);
  const [untold, setUntold] = useState<() => void>();
  const underWay = useRef(0);
  const unsent = useRef<Unsent>(undefined);
  // Once notices are drawn outside the dialog: before, nothing would show them.
  useEffect(() => {
    if (!isOutsideDialog || !untold) return;
    setUntold(undefined);
    untold();
  }, [isOutsideDialog, untold]);

  return {
    isOutsideDialog,
    isSending: () => underWay.current > 0,
    async follow<Answer>(sending: Promise<Answer>): Promise<Answer> {
      underWay.current += 1;
      try {
        return await sending;
      } finally {
        underWay.current -= 1;
      }
    },
    /** Tells it where the dialog is closed, or once it is. */
    tellOutside: (tell: () => void) => setUntold(() => tell),
    keep: (state: FlowState, openedAt: number) => {
      unsent.current = { state: { ...state, submission: 'idle' }, openedAt };
    },
    close: () => setIsOutsideDialog(underWay.current > 0 || untold !== undefined),
    /** Returns what was not taken, once. */
    open: (): Unsent | undefined => {
      setIsOutsideDialog(false);
      const taken = unsent.current;
      unsent.current = undefined;
      // It shows by itself what there is to do.
      if (taken) setUntold(undefined);
      return taken;
    },
  };
}
