import { useCallback, useEffect, useRef, useState } from 'react';
import type { InsertResult } from '../capture/insert-row.ts';

const SHOWN_AFTER_SAVING = 3000;

export interface AutoSave {
  status: 'idle' | 'saving' | 'saved' | 'error';
  /** Fades the indicator in and out; what it says stays until it is gone. */
  isVisible: boolean;
  /** When it was saved, where that is known. */
  savedAt?: Date;
}

const IDLE: AutoSave = { status: 'idle', isVisible: false };

/** What the auto-save indicator shows. Of saves that overlap, the last one begun is shown. */
export function useAutoSave() {
  const [autoSave, setAutoSave] = useState<AutoSave>(IDLE);
  const saves = useRef(0);
  const hiding = useRef<ReturnType<typeof setTimeout>>(undefined);

  const show = useCallback((shown: AutoSave) => {
    clearTimeout(hiding.current);
    setAutoSave(shown);
    if (shown.status !== 'saved') return;
    const hide = () => setAutoSave({ ...shown, isVisible: false });
    hiding.current = setTimeout(hide, SHOWN_AFTER_SAVING);
  }, []);

  /** Shows that a save is under way; call what it returns with how that ended. */
  const begin = useCallback(() => {
    saves.current += 1;
    const save = saves.current;
    show({ status: 'saving', isVisible: true });
    return (result: InsertResult) => {
      if (save !== saves.current) return;
      if (!result.ok) return show({ status: 'error', isVisible: true });
      const time = !result.isRepeat && { savedAt: new Date() };
      show({ status: 'saved', isVisible: true, ...time });
    };
  }, [show]);

  /** Says that what is there had been saved before. */
  const confirm = useCallback(() => show({ status: 'saved', isVisible: true }), [show]);

  /** Shows nothing, also not how a save still under way ends. */
  const clear = useCallback(() => {
    saves.current += 1;
    show(IDLE);
  }, [show]);

  useEffect(() => () => clearTimeout(hiding.current), []);
  return { autoSave, begin, confirm, clear };
}
