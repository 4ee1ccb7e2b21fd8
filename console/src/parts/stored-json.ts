type StorageName = 'localStorage' | 'sessionStorage';

export function readStored<Value extends object>(
  storage: StorageName,
  key: string,
): Partial<Value> {
  try {
    return Object(JSON.parse(globalThis[storage].getItem(key) ?? '{}'));
  } catch {
    // The browser forbids storage, or the text is not JSON; the value counts as not stored.
    return {};
  }
}

/** Null removes the value. */
export function writeStored(storage: StorageName, key: string, value: object | null): void {
  try {
    if (value === null) globalThis[storage].removeItem(key);
    else globalThis[storage].setItem(key, JSON.stringify(value));
  } catch {
    // Storage is forbidden or full; a reload loses the value.
  }
}

/** Makes a value of one operator in this browser, which other operators who use the browser cannot read. */
export const makeOperatorRecord = <Value extends object>(storage: StorageName, key: string) => ({
  /** Returns an empty object if nothing is stored, or another operator's value is. */
  read(operator: string): Partial<Value> {
    const { owner, ...value } = readStored<Value & { owner: string }>(storage, key);
    return owner === operator ? (value as Partial<Value>) : {};
  },
  write: (operator: string, value: Value | null): void =>
    writeStored(storage, key, value && { owner: operator, ...value }),
});
