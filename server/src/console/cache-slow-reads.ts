/** A slower read is kept, so that a click on the next filter does not wait again. */
const SLOW_MS = 50;
const KEPT_MS = 10_000;
const MAX_KEPT = 20;

/**
 * Returns a function that reads by a request, shares a read in progress, and answers requests with the same JSON by a slow
 * read's result for ten seconds. A fast read is always current.
 */
export function cacheSlowReads<Request, Result>(read: (request: Request) => Promise<Result>) {
  const kept = new Map<string, { readonly until: number; readonly result: Promise<Result> }>();
  async function run(key: string, request: Request): Promise<Result> {
    const start = performance.now();
    try {
      return await read(request);
    } finally {
      const now = performance.now();
      const entry = kept.get(key);
      if (now - start < SLOW_MS || !entry) kept.delete(key);
      else kept.set(key, { ...entry, until: now + KEPT_MS });
    }
  }
  return (request: Request): Promise<Result> => {
    const key = JSON.stringify(request);
    const known = kept.get(key);
    if (known && performance.now() < known.until) return known.result;
    const [oldest] = kept.keys();
    if (kept.size >= MAX_KEPT && oldest !== undefined) kept.delete(oldest);
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    kept.set(key, { until: Number.POSITIVE_INFINITY, result: promise });
    run(key, request).then(resolve, (error) => {
      kept.delete(key);
      reject(error);
    });
    return promise;
  };
}
