/**
 * Placeholders in links that the network should have replaced: of Meta, Google, TikTok and Kwai, Taboola, and ad
 * servers. In brackets only known words, because sellers write campaigns as `[LANÇAMENTO]`.
 */
const PLACEHOLDER =
  /\{\{?[\w.]+\}?\}|__[A-Z]+(?:_[A-Z]+)*__|\[(?:campaign|ad_?set|ad_?group|ad|creative|placement|site|publisher)(?:_?(?:name|id))?\]|%%\w+%%/gi;

/** Shown where a value would be. */
export const UNFILLED_UTM = 'não preenchido pela rede';

/**
 * The value of a UTM as reports group it: in one normal form of Unicode, and `UNFILLED_UTM` for nothing but
 * placeholders.
 */
export function reportedUtm(value: string): string {
  const text = value.normalize();
  const rest = text.replace(PLACEHOLDER, '');
  return rest !== text && !/[\p{L}\p{N}]/u.test(rest) ? UNFILLED_UTM : text;
}
