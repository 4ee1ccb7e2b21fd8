/** Where records are kept between page loads. Neither call ever throws. */
export interface RecordStorage {
  read(key: string): unknown;
  write(key: string, value: unknown): void;
}

/**
 * The browser's storage, or memory where that is forbidden, full or holds rubbish: in-app browsers
 * and private windows do all three. What is only in memory is lost with the page.
 * @param open gives the browser's storage; may throw, as reading `localStorage` itself may
 * @param memory what is used in its place
 */
export function openStorage(
  open: () => Storage,
  memory: Map<string, unknown> = new Map(),
): RecordStorage {
  return {
    read(key) {
      if (memory.has(key)) return memory.get(key);
      try {
        const text = open().getItem(key);
        return text === null ? undefined : JSON.parse(text);
      } catch {
        return undefined;
      }
    },
    write(key, value) {
      try {
        open().setItem(key, JSON.stringify(value));
        memory.delete(key);
      } catch {
        memory.set(key, value);
      }
    },
  };
}

declare global {
  interface Window {
    /** Records that found no place in storage, shared by the inline script and the page's own. */
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
