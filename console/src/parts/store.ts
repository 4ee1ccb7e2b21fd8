import { useSyncExternalStore } from 'react';

/** Returns a value that lives outside React, and the hook by which components follow it. */
export function makeStore<Value>(initial: Value) {
  let value = initial;
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const read = () => value;
  return {
    read,
    set(next: Value): void {
      value = next;
      for (const listener of listeners) listener();
    },
    useValue: () => useSyncExternalStore(subscribe, read),
  };
}
