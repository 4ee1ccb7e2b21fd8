import { oneOf, searchReader, text } from '../parts/search-params.ts';

/** `parte`: the key of the opened file. `ver`: what a narrow window shows in place of the form. */
const FIELDS = { parte: text, ver: oneOf(['previa']) };
export const readPageSearch = searchReader(FIELDS);
