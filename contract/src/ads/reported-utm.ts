import { withoutFormatCharacters } from '../characters.ts';

/**
 * Placeholders that networks should have replaced. Brackets need a known word, because sellers
 * write campaigns as `[LANÇAMENTO]`.
 */
const PLACEHOLDER =
  /\{\{?[\w.]+\}?\}|__[A-Z]+(?:_[A-Z]+)*__|\[(?:campaign|ad_?set|ad_?group|ad|creative|placement|site|publisher)(?:_?(?:name|id))?\]|%%\w+%%/gi;

/** Reports show this for a UTM that contains nothing but placeholders. */
export const UNFILLED_UTM = 'não preenchido pela rede';

/** Returns a name in one normal form of Unicode, without invisible characters of a copied text. */
export const plainName = (text: string): string => withoutFormatCharacters(text).normalize().trim();

/** Returns a UTM as reports group it. */
export function reportedUtm(value: string): string {
  const text = plainName(value);
  const rest = text.replace(PLACEHOLDER, '');
  return rest !== text && !/[\p{L}\p{N}]/u.test(rest) ? UNFILLED_UTM : text;
}
