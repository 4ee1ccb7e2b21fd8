import { useEffect, useRef, useState } from 'react';
import type { FlowState } from './flow.ts';

interface Unsent {
  state: FlowState;
  openedAt: number;
}

/**
 * Handles an application whose dialog is closed while it is sent: its result shows outside the dialog,
 * and a failed application returns at the next opening.
 */
export function useBackgroundSend() {
  const [isOutsideDialog, setIsOutsideDialog] = useState(false);
  const [notice, setNotice] = useState<() => void>();
  const sends = useRef(0);
  const unsent = useRef<Unsent>(undefined);
  // A notice needs the toaster outside the dialog, which renders first.
  useEffect(() => {
    if (!isOutsideDialog || !notice) return;
    setNotice(undefined);
    notice();
  }, [isOutsideDialog, notice]);

  return {
    isOutsideDialog,
    isSending: () => sends.current > 0,
    async follow<Result>(sending: Promise<Result>): Promise<Result> {
      sends.current += 1;
      try {
        return await sending;
      } finally {
        sends.current -= 1;
      }
    },
    /** Shows a notice outside the dialog, now or once the dialog is closed. */
    notifyOutside: (show: () => void) => setNotice(() => show),
    keepUnsent: (state: FlowState, openedAt: number) => {
      unsent.current = { state: { ...state, submission: 'idle' }, openedAt };
    },
    close: () => setIsOutsideDialog(sends.current > 0 || notice !== undefined),
    /** Returns the failed application, once. */
    open: (): Unsent | undefined => {
      setIsOutsideDialog(false);
      const restored = unsent.current;
      unsent.current = undefined;
      // The restored form replaces the notice.
      if (restored) setNotice(undefined);
      return restored;
    },
  };
}
