import { useEffect, useRef, useState } from 'react';
import type { InsertResult } from '../capture/insert-row.ts';

const SAVED_VISIBLE_MS = 3000;

export interface SaveIndicator {
  status: 'idle' | 'saving' | 'saved' | 'error';
  /** Fades the indicator in and out; its text stays during the fade. */
  isVisible: boolean;
  /** Undefined if the time of the save is unknown. */
  savedAt?: Date;
}

const HIDDEN_INDICATOR: SaveIndicator = { status: 'idle', isVisible: false };

/** Shows the state of saving; of overlapping saves, that of the last one that started. */
export function useSaveIndicator() {
  const [saveIndicator, setSaveIndicator] = useState<SaveIndicator>(HIDDEN_INDICATOR);
  const saveCount = useRef(0);
  const hideTimer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const showIndicator = (indicator: SaveIndicator) => {
    clearTimeout(hideTimer.current);
    setSaveIndicator(indicator);
    if (indicator.status !== 'saved') return;
    const fadeOut = () => setSaveIndicator({ ...indicator, isVisible: false });
    hideTimer.current = setTimeout(fadeOut, SAVED_VISIBLE_MS);
  };

  /** @returns a function for the result of the save */
  const beginSave = () => {
    saveCount.current += 1;
    const save = saveCount.current;
    showIndicator({ status: 'saving', isVisible: true });
    return (result: InsertResult) => {
      if (save !== saveCount.current) return;
      if (!result.ok) return showIndicator({ status: 'error', isVisible: true });
      const time = !result.isRepeat && { savedAt: new Date() };
      showIndicator({ status: 'saved', isVisible: true, ...time });
    };
  };

  const showSaved = () => showIndicator({ status: 'saved', isVisible: true });

  /** Hides the indicator, also for the results of saves under way. */
  const hideIndicator = () => {
    saveCount.current += 1;
    showIndicator(HIDDEN_INDICATOR);
  };

  useEffect(() => () => clearTimeout(hideTimer.current), []);
  return { saveIndicator, beginSave, showSaved, hideIndicator };
}
