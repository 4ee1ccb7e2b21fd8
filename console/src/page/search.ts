import { oneOf, readText, searchReader } from '../parts/search-params.ts';

/**
 * `parte`: id of the opened form. `ver`: a narrow window shows the preview in place of the form. `campo`: the field to
 * open, such as `checkout.url`. `produto`, `plataforma`: a product to add, by its name in the sales of its platform.
 */
const SEARCH_FIELDS = {
  parte: readText,
  ver: oneOf(['previa']),
  produto: readText,
  plataforma: readText,
  campo: readText,
};
export const readPageSearch = searchReader(SEARCH_FIELDS);
