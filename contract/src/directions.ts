/** Characters that change the direction of the text around them. */
const DIRECTIONS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Returns a visitor's text without characters that would reorder the words around it. */
export const withoutDirections = (text: string): string => text.replace(DIRECTIONS, '');
