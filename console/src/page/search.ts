import { oneOf, searchReader, text } from '../parts/search-params.ts';

/**
 * `parte`: the key of the opened file. `ver`: what a narrow window shows in place of the form. `produto`, `plataforma`: a
 * product to add, by its name in the sales of its platform.
 */
const FIELDS = { parte: text, ver: oneOf(['previa']), produto: text, plataforma: text };
export const readPageSearch = searchReader(FIELDS);
