import { setImmediate as letOthersGo } from 'node:timers/promises';

interface Look<Item, Place> {
  readonly found: readonly Item[];
  /** Where to look on; null: there is no more. */
  readonly next: Place | null;
}

/**
 * Looks on where a look ended early, until so many are found or there is no more. Others are answered between two looks.
 * @param isOver whether nobody is to look any longer
 * @returns `isWhole`: not broken off
 */
export async function lookOn<Item, Place>(
  most: number,
  isOver: () => boolean,
  look: (after: Place | null, limit: number) => Promise<Look<Item, Place>>,
): Promise<{ readonly found: readonly Item[]; readonly isWhole: boolean }> {
  const found: Item[] = [];
  let after: Place | null = null;
  for (;;) {
    const { found: more, next }: Look<Item, Place> = await look(after, most - found.length);
    found.push(...more);
    if (next === null || found.length >= most) return { found, isWhole: true };
    if (isOver()) return { found, isWhole: false };
    after = next;
    await letOthersGo();
  }
}
