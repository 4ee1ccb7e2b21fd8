/** More letters than a large title has room for on a phone: `interdisciplinarmente`. */
const MOST = 15;

/** A class for a title that has longer words than the demonstration's: see any-length.css. */
export const longWords = (title: string): string =>
  title.split(/[\s*]+/).some((word) => word.length > MOST) ? 'long-words' : '';
