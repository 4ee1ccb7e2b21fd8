import { oneOf, searchReader, text } from '../parts/search-params.ts';

/**
 * `parte`: id of the opened form. `ver`: a narrow window shows the preview in place of the form. `campo`: the field to
 * open, such as `checkout.url`. `produto`, `plataforma`: a product to add, by its name in the sales of its platform.
 */
const SEARCH_FIELDS = {
  parte: text,
  ver: oneOf(['previa']),
  produto: text,
  plataforma: text,
  campo: text,
};
export const readPageSearch = searchReader(SEARCH_FIELDS);
