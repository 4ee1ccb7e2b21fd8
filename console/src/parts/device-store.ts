import { makeStore } from '../make-store.ts';
import { readStored, writeStored } from './stored-json.ts';

/** A store of choices that this device remembers. @param key in `localStorage` */
export function makeDeviceStore<Value extends object>(key: string, defaults: Value) {
  const store = makeStore<Value>({ ...defaults, ...readStored<Value>('localStorage', key) });
  return {
    useValue: store.useValue,
    change(changes: Partial<Value>): void {
      store.set({ ...store.read(), ...changes });
      writeStored('localStorage', key, store.read());
    },
  };
}
