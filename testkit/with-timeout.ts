/** Longer than any healthy wait, even on a machine ten times slower. */
export const HANG_MS = 240_000;

/** Returns the promise's value. @throws Error with the missing event after `timeoutMs` */
export async function withTimeout<T>(
  timeoutMs: number,
  event: string,
  promise: Promise<T>,
): Promise<T> {
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`${event}: not in ${timeoutMs} ms`)), timeoutMs);
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
