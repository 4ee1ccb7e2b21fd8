import { useRef, useState } from 'react';

/** Returns a state, a function that reads its latest value before the next render, and one that changes it. */
export function useLatestState<Value>(initial: Value) {
  const [value, setValue] = useState(initial);
  const latest = useRef(value);
  const change = (next: Value) => {
    latest.current = next;
    setValue(next);
  };
  return [value, () => latest.current, change] as const;
}
