import type { Page } from '@funil/contract/console/page';
import type { SubjectItem } from '@funil/contract/console/subjects';

interface Pages {
  pages: Page<SubjectItem>[];
  pageParams: (string | null)[];
}

/**
 * The pages with the newest one read again: new rows stand on top, changed ones in their place, those
 * that no longer belong there are gone, and nothing that lies further down is asked for again.
 */
export function mergeFirstPage(data: Pages, newest: Page<SubjectItem>): Pages {
  const last = newest.items.at(-1);
  if (newest.next === null || last === undefined) {
    return { pages: [newest], pageParams: [null] };
  }
  const known = new Set(newest.items.map(({ subject }) => subject));
  const isBelow = ({ subject, created_at }: SubjectItem) =>
    !known.has(subject) && created_at <= last.created_at;
  const [first, ...others] = data.pages.map((page) => ({
    ...page,
    items: page.items.filter(isBelow),
  }));
  // So many came at once that rows lie between: from the new page on everything is read again.
  const isApart = first !== undefined && first.items.length === (data.pages[0]?.items.length ?? 0);
  if (first === undefined || isApart) return { pages: [newest], pageParams: [null] };
  const joined = { items: [...newest.items, ...first.items], next: first.next };
  return { pages: [joined, ...others], pageParams: data.pageParams };
}
