const NO_BREAK = '\u00a0';

/** `R$ 1.497,00`, `art. 49`: a sign and its number. */
const beforeNumber = /(?<=R\$|\bart\.) (?=\d)/gi;

/** `5 mil`, `9 horas`, `300+ membros`: a number and what it counts, unless that is a mere link. */
const afterNumber =
  /(?<=\d[%+]?) (?=(?!(?:para|por|até|com|sem|que|ou|dos|das|nos|nas)\b)\p{Ll}{3})/gu;

/** A text whose numbers never stand at the end of a line without what they count. */
export const keepNumbers = (text: string): string =>
  text.replace(beforeNumber, NO_BREAK).replace(afterNumber, NO_BREAK);

/** Names and addresses that other systems compare, rather than people read. */
const COMPARED = new Set(['product', 'titleSuffix', 'url', 'checkout', 'tracking', 'id', 'href']);

/** A copy of `value` with all its texts so kept, but for what other systems compare. */
export const keepTogether = (value: unknown): unknown => {
  if (typeof value === 'string') return keepNumbers(value);
  if (Array.isArray(value)) return value.map(keepTogether);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      COMPARED.has(key) ? item : keepTogether(item),
    ]),
  );
};
