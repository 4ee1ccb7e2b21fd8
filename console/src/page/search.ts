import { oneOf, searchReader, text } from '../parts/search-params.ts';

/**
 * `parte`: the id of the opened form. `ver`: the preview, which a narrow window shows in place of the form. `produto`,
 * `plataforma`: a product to add, by its name in the sales of its platform. `campo`: the field to open, such as
 * `checkout.url`.
 */
const SEARCH_FIELDS = {
  parte: text,
  ver: oneOf(['previa']),
  produto: text,
  plataforma: text,
  campo: text,
};
export const readPageSearch = searchReader(SEARCH_FIELDS);
