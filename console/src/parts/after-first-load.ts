const FIRST_LOAD_MS = 6_000;

/** Calls `load` after a view's first load, for code that the view does not need yet. @returns cancels the call */
export function afterFirstLoad(load: () => void): () => void {
  const timer = setTimeout(load, FIRST_LOAD_MS);
  return () => clearTimeout(timer);
}
