import type { Page } from '@funil/contract/console/page';

/** `all`: down to where somebody has scrolled. */
export type Depth = 'newest' | 'all';

type Refresh = (key: string, depth: Depth, signal: AbortSignal) => Promise<void>;

interface Course {
  readonly abort: AbortController;
  /** What was asked for meanwhile. */
  next: Depth | null;
}

/**
 * Refreshes lists, each once at a time, so that no older answer comes after a newer one; what is asked for while
 * one is read is read after it. A reading from before a gap may hang: `all` ends it.
 */
export function makeListRefresher(refresh: Refresh) {
  const courses = new Map<string, Course>();
  return async (key: string, depth: Depth): Promise<void> => {
    const running = courses.get(key);
    if (running) {
      running.next = running.next === 'all' ? 'all' : depth;
      if (depth === 'all') running.abort.abort();
      return;
    }
    let now: Depth | null = depth;
    while (now !== null) {
      const course: Course = { abort: new AbortController(), next: null };
      courses.set(key, course);
      await refresh(key, now, course.abort.signal);
      now = course.next;
    }
    courses.delete(key);
  };
}

interface Reach<Item> {
  /** Pages at most. */
  most: number;
  isEnough: (items: readonly Item[]) => boolean;
}

/** What came of a list, as one page. */
export interface Reading<Item> extends Page<Item> {
  /** The line broke before it was enough. */
  isBroken?: true;
}

/** Reads a list from its top, page by page. @returns null where nothing came */
export async function readDown<Item>(
  read: (after: string | null) => Promise<Page<Item>>,
  { most, isEnough }: Reach<Item>,
): Promise<Reading<Item> | null> {
  let items: readonly Item[] = [];
  let next: string | null = null;
  for (let count = 0; count < most; count += 1) {
    // Not to be had now: the next change, or the stream's return, asks again.
    const page: Page<Item> | null = await read(next).catch(() => null);
    if (page === null) return count === 0 ? null : { items, next, isBroken: true };
    items = [...items, ...page.items];
    next = page.next;
    if (next === null || isEnough(items)) break;
  }
  return { items, next };
}
