import type { Page } from '@funil/contract/console/page';
import type { SubjectItem } from '@funil/contract/console/subjects';
import type { Reading } from './refresh-list.ts';

interface Pages {
  pages: Page<SubjectItem>[];
  pageParams: (string | null)[];
}

/** The rows as they were answered, but for those of which a later version is known. */
function keepNewer({ pages }: Pages, items: readonly SubjectItem[]): SubjectItem[] {
  const known = new Map(pages.flatMap((page) => page.items.map((item) => [item.subject, item])));
  return items.map((item) => {
    const shown = known.get(item.subject);
    return shown !== undefined && shown.version > item.version ? shown : item;
  });
}

const countRows = (pages: readonly (Page<SubjectItem> | undefined)[]) =>
  pages.reduce((sum, page) => sum + (page?.items.length ?? 0), 0);

/**
 * The pages with the newest one read again: new rows stand on top, changed ones in their place, those
 * that no longer belong there are gone, and nothing that lies further down is asked for again.
 */
export function mergeFirstPage(data: Pages, answer: Reading<SubjectItem>): Pages {
  const newest = { ...answer, items: keepNewer(data, answer.items) };
  const last = newest.items.at(-1);
  if (newest.next === null) return { pages: [newest], pageParams: [null] };
  // The server looked for a while and found nobody yet: that says nothing of what stands here.
  if (last === undefined) return data;
  const known = new Set(newest.items.map(({ subject }) => subject));
  const isBelow = ({ subject, created_at }: SubjectItem) =>
    !known.has(subject) && created_at <= last.created_at;
  const [first, ...others] = data.pages.map((page) => ({
    ...page,
    items: page.items.filter(isBelow),
  }));
  const isApart = countRows([first, ...others]) === countRows(data.pages);
  // Broken off before it came to what stands here, which stays until the list is asked for again.
  if (isApart && answer.isBroken) return data;
  // So many came at once that rows lie between: from the new page on everything is read again.
  if (first === undefined || isApart) return { pages: [newest], pageParams: [null] };
  const joined = { items: [...newest.items, ...first.items], next: first.next };
  return { pages: [joined, ...others], pageParams: data.pageParams };
}
