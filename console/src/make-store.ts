import { useSyncExternalStore } from 'react';

/** A store of one value outside React, with a hook that follows the value. */
export function makeStore<Value>(initialValue: Value) {
  let value = initialValue;
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const readValue = () => value;
  return {
    read: readValue,
    subscribe,
    set(next: Value): void {
      value = next;
      for (const listener of listeners) listener();
    },
    useValue: () => useSyncExternalStore(subscribe, readValue),
  };
}
