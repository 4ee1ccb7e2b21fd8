/** A signal for a single waiting loop. After `wake()` the next `wait()` returns at once. */
export function createWakeSignal() {
  let isWoken = false;
  let endWait: (() => void) | null = null;
  return {
    wake() {
      isWoken = true;
      endWait?.();
    },
    async wait(ms: number): Promise<boolean> {
      if (!isWoken) {
        const { promise, resolve } = Promise.withResolvers<void>();
        const timer = setTimeout(resolve, ms);
        endWait = resolve;
        await promise;
        clearTimeout(timer);
        endWait = null;
      }
      const wasWoken = isWoken;
      isWoken = false;
      return wasWoken;
    },
  };
}
