import type { AuditItem } from '@funil/contract/console/status';

interface TrailGroup {
  /** The newest line. */
  readonly first: AuditItem;
  readonly count: number;
  /** The rows that the lines are about, without repeats. */
  readonly names: readonly string[];
}

/** Joins neighboring lines in which one operator did the same. */
export function groupTrail(items: readonly AuditItem[]): TrailGroup[] {
  const runs: [AuditItem, ...AuditItem[]][] = [];
  for (const item of items) {
    const run = runs.at(-1);
    if (run && run[0].who === item.who && run[0].what === item.what) run.push(item);
    else runs.push([item]);
  }
  return runs.map((run) => ({
    first: run[0],
    count: run.length,
    names: [...new Set(run.flatMap(({ name }) => name ?? []))],
  }));
}
