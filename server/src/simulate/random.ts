/** Numbers that only look like chance: the same for a seed on every machine. */
export interface Random {
  /** From 0 on, below 1. */
  next(): number;
  chance(probability: number): boolean;
  /** A whole number, both ends included. */
  between(least: number, most: number): number;
  pick<Item>(items: readonly [Item, ...Item[]]): Item;
  /** One of the items, the likelier the larger its share. */
  weighted<Item extends { readonly share: number }>(items: readonly [Item, ...Item[]]): Item;
}

/** Chance: what happens, and how it is called. Apart, so that a seed tells the same story anew. */
export interface Dice {
  readonly story: Random;
  readonly names: Random;
}

/** Mulberry32 by Tommy Ettinger, in the public domain. */
export function createRandom(seed: number): Random {
  let state = seed | 0;
  function next(): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }
  return {
    next,
    chance: (probability) => next() < probability,
    between: (least, most) => least + Math.floor(next() * (most - least + 1)),
    pick: (items) => items[Math.floor(next() * items.length)] ?? items[0],
    weighted(items) {
      let left = next() * items.reduce((sum, { share }) => sum + share, 0);
      for (const item of items) {
        left -= item.share;
        if (left < 0) return item;
      }
      return items[0];
    },
  };
}

/** Hexadecimal digits. */
export function hexOf(random: Random, length: number): string {
  let digits = '';
  while (digits.length < length) {
    digits += Math.floor(random.next() * 0x1_00_00_00)
      .toString(16)
      .padStart(6, '0');
  }
  return digits.slice(0, length);
}

/** Decimal digits. */
export const digitsOf = (random: Random, length: number): string =>
  Array.from({ length }, () => random.between(0, 9)).join('');

/** A UUID (version 7, RFC 9562) whose first 48 bits are `time`, in ms since the epoch. */
export function timeUuid(random: Random, time: number): string {
  const start = time.toString(16).padStart(12, '0');
  const variant = '89ab'[random.between(0, 3)] ?? '8';
  const rest = hexOf(random, 18);
  return `${start.slice(0, 8)}-${start.slice(8)}-7${rest.slice(0, 3)}-${variant}${rest.slice(3, 6)}-${rest.slice(6)}`;
}

/** A random UUID (version 4). */
export function randomUuid(random: Random): string {
  const digits = hexOf(random, 30);
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(12, 15)}-8${digits.slice(15, 18)}-${digits.slice(18, 30)}`;
}
