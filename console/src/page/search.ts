import { readOneOf, readText, searchReader } from '../parts/search-params.ts';

/**
 * `parte`: id of the opened form. `ver`: a narrow window shows the preview in place of the form. `campo`: the field to
 * open, such as `checkout.url`. `produto`, `plataforma`: a product to add, by its name in the sales of its platform.
 */
const PAGE_SEARCH_FIELDS = {
  parte: readText,
  ver: readOneOf(['previa']),
  produto: readText,
  plataforma: readText,
  campo: readText,
};
export const readPageSearch = searchReader(PAGE_SEARCH_FIELDS);
