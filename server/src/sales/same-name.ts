import { nameWords } from '../leads/contacts/search-words.ts';

/** Fewest letters of a word that may be cut short, as in `Bea` for `Beatriz`, and of one that may be misspelled. */
const MIN_BEGINNING = 3;
const MIN_MISSPELLED = 4;

/**
 * Returns whether two names may be one person's: they share a word, or words that differ by a cut end or
 * by one letter (`Luis`, `Luiz`). Null: one of them says nothing.
 */
export function mayBeSameName(a: string, b: string): boolean | null {
  const [words, others] = [nameWords(a), nameWords(b)];
  if (words.length === 0 || others.length === 0) return null;
  return words.some((word) => others.some((other) => areAlike(word, other)));
}

function areAlike(a: string, b: string): boolean {
  if (a === b) return true;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  if (short.length >= MIN_BEGINNING && long.startsWith(short)) return true;
  return short.length >= MIN_MISSPELLED && differsByOneLetter(short, long);
}

/** Whether one letter was changed, added or left out. */
function differsByOneLetter(short: string, long: string): boolean {
  let start = 0;
  while (start < short.length && short[start] === long[start]) start += 1;
  const rest = long.slice(start + 1);
  return rest === short.slice(start) || rest === short.slice(start + 1);
}
