/** Wakes whoever waits for it; rung while nobody waits, it ends the next wait at once. */
export interface Bell {
  ring(): void;
  /** At most so many ms. Resolves to whether it was rung. */
  wait(ms: number): Promise<boolean>;
}

export function createBell(): Bell {
  let isRung = false;
  let end: (() => void) | null = null;
  return {
    ring() {
      isRung = true;
      end?.();
    },
    async wait(ms) {
      if (!isRung) {
        const { promise, resolve } = Promise.withResolvers<void>();
        const timer = setTimeout(resolve, ms);
        end = resolve;
        await promise;
        clearTimeout(timer);
        end = null;
      }
      const wasRung = isRung;
      isRung = false;
      return wasRung;
    },
  };
}
