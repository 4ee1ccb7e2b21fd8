import { useSyncExternalStore } from 'react';

/** Returns a store for one value outside React, with a hook that draws components again when the value changes. */
export function makeStore<Value>(initial: Value) {
  let value = initial;
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const readValue = () => value;
  return {
    read: readValue,
    set(next: Value): void {
      value = next;
      for (const listener of listeners) listener();
    },
    useValue: () => useSyncExternalStore(subscribe, readValue),
  };
}
