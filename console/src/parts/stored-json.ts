type StorageName = 'localStorage' | 'sessionStorage';

/** Returns the object stored under a key; empty if there is none, or another format. */
export function readStored<Value extends object>(
  storage: StorageName,
  key: string,
): Partial<Value> {
  try {
    return Object(JSON.parse(globalThis[storage].getItem(key) ?? '{}'));
  } catch {
    // The browser forbids storage, or the text is no JSON.
    return {};
  }
}

/** Stores an object; null removes it. */
export function writeStored(storage: StorageName, key: string, value: object | null): void {
  try {
    if (value === null) globalThis[storage].removeItem(key);
    else globalThis[storage].setItem(key, JSON.stringify(value));
  } catch {
    // Storage is forbidden or full, so a reload loses the value.
  }
}
