/** A storage of JSON values by key, whose functions never throw. */
export interface RecordStorage {
  read(key: string): unknown;
  write(key: string, value: unknown): void;
}

/** Keeps values in memory if the storage is forbidden, full or invalid, as in in-app browsers and private windows. */
export const openStorage = (
  getStorage: () => Storage,
  memory: Map<string, unknown> = new Map(),
): RecordStorage => ({
  read(key) {
    if (memory.has(key)) return memory.get(key);
    try {
      const text = getStorage().getItem(key);
      return text === null ? undefined : JSON.parse(text);
    } catch {
      return undefined;
    }
  },
  write(key, value) {
    try {
      getStorage().setItem(key, JSON.stringify(value));
      memory.delete(key);
    } catch {
      memory.set(key, value);
    }
  },
});

declare global {
  interface Window {
    /** Shared by the inline script and the page script. */
    funilRecords?: Map<string, unknown>;
  }
}

function sharedMemory(): Map<string, unknown> {
  window.funilRecords ??= new Map();
  return window.funilRecords;
}

export const localRecords = openStorage(
  () => window.localStorage,
  typeof window === 'undefined' ? undefined : sharedMemory(),
);
