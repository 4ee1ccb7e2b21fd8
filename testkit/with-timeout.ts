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
