import type { SubjectItem } from '@funil/contract/console/subjects';
import { useCallback, useMemo, useRef, useState } from 'react';

/** Most that the server changes at once. */
export const MOST_PICKED = 200;

export interface Picking {
  /** By subject, as they were when they were picked. */
  readonly picked: ReadonlyMap<string, SubjectItem>;
  readonly pick: (item: SubjectItem) => void;
  readonly clear: () => void;
}

/** Rows that are marked, to be changed together. */
export function usePicking(): Picking {
  const [picked, setPicked] = useState<ReadonlyMap<string, SubjectItem>>(new Map());
  const latest = useRef(picked);
  latest.current = picked;
  const pick = useCallback((item: SubjectItem) => {
    const next = new Map(latest.current);
    if (!next.delete(item.subject) && next.size < MOST_PICKED) next.set(item.subject, item);
    setPicked(next);
  }, []);
  const clear = useCallback(() => setPicked(new Map()), []);
  return useMemo(() => ({ picked, pick, clear }), [picked, pick, clear]);
}
