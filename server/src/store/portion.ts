interface PortionTerms {
  readonly least: number;
  readonly most: number;
  /** How long a portion may take, in ms. */
  readonly budget: number;
}

/** How much is done at once, so that it takes about as long as it may: learnt from what it took. */
export interface Portion {
  readonly size: number;
  /** So many took so many ms. */
  took(count: number, ms: number): void;
}

/** Grows by a quarter while there is room, and shrinks at once to what would have fitted. */
export function createPortion({ least, most, budget }: PortionTerms): Portion {
  let size = least;
  return {
    get size() {
      return size;
    },
    took(count, ms) {
      // Few that were quick tell nothing of many.
      if (count < size && ms <= budget) return;
      const fitting = Math.floor((count * budget) / ms);
      size = Math.max(least, Math.min(most, fitting, size + Math.ceil(size / 4)));
    },
  };
}

/** The items in their order, each time as many as the portion has grown or shrunk to. */
export function* inPortions<Item>(items: readonly Item[], portion: Portion): Generator<Item[]> {
  for (let start = 0; start < items.length; ) {
    const some = items.slice(start, start + portion.size);
    start += some.length;
    yield some;
  }
}
