import { readOneOf, readText, searchReader } from '../parts/search-params.ts';

/**
 * `parte`: id of the opened form. `ver`: a narrow window shows the preview in place of the form. `campo`: the field to
 * open, such as `checkout.url`. `produto`: a product to add, as the sales of the platform `plataforma` name it.
 */
const PAGE_SEARCH_FIELDS = {
  parte: readText,
  ver: readOneOf(['previa']),
  produto: readText,
  plataforma: readText,
  campo: readText,
};
export const readPageSearch = searchReader(PAGE_SEARCH_FIELDS);
