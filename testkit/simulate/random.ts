/** Pseudo-random numbers: a seed gives the same sequence on every machine. */
export interface Random {
  /** Returns a number from 0 to below 1. */
  next(): number;
  chance(probability: number): boolean;
  /** Returns an integer from `min` to `max`, both included. */
  between(min: number, max: number): number;
  pick<Item>(items: readonly Item[]): Item;
  /** Picks an item with a probability proportional to its share. */
  weighted<Item extends { readonly share: number }>(items: readonly Item[]): Item;
}

/** `identity` makes ids, names and phone numbers; separate, so that one seed can repeat a month with other people. */
export interface RandomStreams {
  readonly behavior: Random;
  readonly identity: Random;
}

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
    between: (min, max) => min + Math.floor(next() * (max - min + 1)),
    pick: (items) => requireItem(items[Math.floor(next() * items.length)]),
    weighted(items) {
      let remaining = next() * items.reduce((sum, { share }) => sum + share, 0);
      return requireItem(
        items.find(({ share }) => {
          remaining -= share;
          return remaining < 0;
        }) ?? items[0],
      );
    },
  };
}

function requireItem<Item>(item: Item | undefined): Item {
  if (item === undefined) throw new Error('There is nothing to pick from.');
  return item;
}

export const randomDigits = (random: Random, length: number, radix = 10): string =>
  Array.from({ length }, () => random.between(0, radix - 1).toString(radix)).join('');

const toUuid = (digits: string): string =>
  digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** The digits after the time in simulated UUIDs, where those of real visitors have 36 random bits. */
const SIMULATED_UUID_MARK = '-7517-8510-5170';

/** The pattern of SQL's `like` that simulated UUIDs match. */
export const SIMULATED_UUID = `________-____${SIMULATED_UUID_MARK}________`;

/** Returns a marked UUID (version 7, RFC 9562) whose first 48 bits are `time`, in ms since 1970. */
export function timeUuid(random: Random, time: number): string {
  const digits = time.toString(16).padStart(12, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}${SIMULATED_UUID_MARK}${randomDigits(random, 8, 16)}`;
}

export function randomUuid(random: Random): string {
  const digits = randomDigits(random, 30, 16);
  return toUuid(`${digits.slice(0, 12)}4${digits.slice(12, 15)}8${digits.slice(15)}`);
}
