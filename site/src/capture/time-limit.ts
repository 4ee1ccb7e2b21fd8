/** Ends a request after so many ms. `AbortSignal.timeout` is missing in Safari before 16. */
export function timeLimit(ms: number): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), ms);
  return controller.signal;
}
