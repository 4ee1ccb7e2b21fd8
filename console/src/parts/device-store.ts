import { makeStore } from '../session/store.ts';

/** Returns a store of choices that this device remembers: an object, over `defaults`. @param key of `localStorage` */
export function makeDeviceStore<Value extends object>(key: string, defaults: Value) {
  const store = makeStore<Value>(readStored(key, defaults));
  return {
    useValue: store.useValue,
    change(part: Partial<Value>): void {
      store.set({ ...store.read(), ...part });
      try {
        localStorage.setItem(key, JSON.stringify(store.read()));
      } catch {
        // No storage, or it is full: a reload forgets the choice.
      }
    },
  };
}

function readStored<Value extends object>(key: string, defaults: Value): Value {
  try {
    return { ...defaults, ...JSON.parse(localStorage.getItem(key) ?? '{}') };
  } catch {
    // No storage, or another format.
    return defaults;
  }
}
