/** Marks that turn the direction of the text around them. */
const DIRECTIONS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Returns what a stranger typed without marks that would reorder the words before and after it. */
export const withoutDirections = (text: string): string => text.replace(DIRECTIONS, '');
