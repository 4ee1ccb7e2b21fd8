import { useCallback, useEffect, useRef, useState } from 'react';
import type { InsertResult } from '../capture/insert-row.ts';

const SAVED_VISIBLE_MS = 3000;

export interface AutoSave {
  status: 'idle' | 'saving' | 'saved' | 'error';
  /** Fades the indicator in and out; its text stays during the fade. */
  isVisible: boolean;
  /** Undefined if the time of the save is unknown. */
  savedAt?: Date;
}

const IDLE_STATE: AutoSave = { status: 'idle', isVisible: false };

/** State of the save indicator. If saves overlap, it shows the last one started. */
export function useAutoSave() {
  const [autoSave, setAutoSave] = useState<AutoSave>(IDLE_STATE);
  const saves = useRef(0);
  const hideTimer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const showState = useCallback((next: AutoSave) => {
    clearTimeout(hideTimer.current);
    setAutoSave(next);
    if (next.status !== 'saved') return;
    const hide = () => setAutoSave({ ...next, isVisible: false });
    hideTimer.current = setTimeout(hide, SAVED_VISIBLE_MS);
  }, []);

  /** Shows that a save has started. @returns a function for its result */
  const beginSave = useCallback(() => {
    saves.current += 1;
    const save = saves.current;
    showState({ status: 'saving', isVisible: true });
    return (result: InsertResult) => {
      if (save !== saves.current) return;
      if (!result.ok) return showState({ status: 'error', isVisible: true });
      const time = !result.isRepeat && { savedAt: new Date() };
      showState({ status: 'saved', isVisible: true, ...time });
    };
  }, [showState]);

  /** Shows that the data were saved before. */
  const confirm = useCallback(() => showState({ status: 'saved', isVisible: true }), [showState]);

  /** Hides the indicator and ignores saves under way. */
  const clear = useCallback(() => {
    saves.current += 1;
    showState(IDLE_STATE);
  }, [showState]);

  useEffect(() => () => clearTimeout(hideTimer.current), []);
  return { autoSave, beginSave, confirm, clear };
}
