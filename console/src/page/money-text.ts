/** What sellers type as an amount, in the one form of the content: `1.497,00`. */

/** Patterns of reais and, if written, centavos. A point before three digits separates thousands. */
const REAIS_PATTERNS = [
  /^(?<reais>\d{1,3}(?:\.\d{3})+)(?:,(?<centavos>\d{1,2}))?$/,
  /^(?<reais>\d+)(?:[,.](?<centavos>\d{1,2}))?$/,
];
const MAX_DIGITS = 7;

/** Returns `997`, `997,5`, `R$ 997` or `1.497,00` as `997,00`, `997,50` or `1.497,00`; null if it is no amount. */
export function normalizeMoney(typed: string): string | null {
  const text = typed.replace(/^\s*R\$/i, '').replaceAll(/\s/g, '');
  const inCentavos = /^(\d+)centavos?$/.exec(text)?.[1];
  if (inCentavos !== undefined) {
    const digits = inCentavos.padStart(3, '0');
    return format(digits.slice(0, -2), digits.slice(-2));
  }
  for (const pattern of REAIS_PATTERNS) {
    const { reais, centavos = '' } = pattern.exec(text)?.groups ?? {};
    if (reais !== undefined) return format(reais.replaceAll('.', ''), centavos.padEnd(2, '0'));
  }
  return null;
}

function format(reais: string, centavos: string): string | null {
  const digits = reais.replace(/^0+(?=\d)/, '');
  if (digits.length > MAX_DIGITS) return null;
  return `${digits.replaceAll(/\B(?=(\d{3})+$)/g, '.')},${centavos}`;
}
