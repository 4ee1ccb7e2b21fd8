/** A wake-up signal for one waiting loop. A signal sent before `wait()` is kept, so that `wait()` returns at once. */
export interface WakeSignal {
  wake(): void;
  /** Waits at most so many ms; returns whether it was woken. */
  wait(ms: number): Promise<boolean>;
}

export function createWakeSignal(): WakeSignal {
  let isWoken = false;
  let end: (() => void) | null = null;
  return {
    wake() {
      isWoken = true;
      end?.();
    },
    async wait(ms) {
      if (!isWoken) {
        const { promise, resolve } = Promise.withResolvers<void>();
        const timer = setTimeout(resolve, ms);
        end = resolve;
        await promise;
        clearTimeout(timer);
        end = null;
      }
      const wasWoken = isWoken;
      isWoken = false;
      return wasWoken;
    },
  };
}
