const money = new Intl.NumberFormat('pt-BR', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});

/** `149700` centavos as `R$ 1.497,00`. */
export const formatReais = (centavos: number): string => `R$ ${money.format(centavos / 100)}`;

const MOST = 999_999_999;

const isAmount = (centavos: number) => centavos > 0 && centavos <= MOST;

const brazilian = /^(?:R\$\s*)?(\d{1,3}(?:\.\d{3})+|\d+),(\d{2})$/;

/** Whole centavos of `1.497,00`, `R$ 1497,00` or `149700 centavos`; `undefined` for all else. */
export const parseMoney = (written: string): number | undefined => {
  const [, reais, cents] = brazilian.exec(written) ?? [];
  const digits = reais
    ? `${reais.replaceAll('.', '')}${cents}`
    : /^(\d+)\scentavos?$/.exec(written)?.[1];
  const centavos = Number(digits);
  return digits && isAmount(centavos) ? centavos : undefined;
};

/** Reads a form that can mean one amount, in reais. */
const readers: readonly [pattern: RegExp, toReais: (digits: string) => string][] = [
  // Thousands in the Brazilian way: 1.497
  [/^\d{1,3}(\.\d{3})+$/, (digits) => digits.replaceAll('.', '')],
  // Decimals in the way of YAML and English: 1.497, 1497.5
  [/^\d+\.\d+$/, (digits) => digits],
  // Decimals with more or fewer than two digits: 1497,5
  [/^\d{1,3}(\.\d{3})+,\d+$|^\d+,\d+$/, (digits) => digits.replaceAll('.', '').replace(',', '.')],
  // Thousands in the English way: 1,497 and 1,497.00
  [/^\d{1,3}(,\d{3})+(\.\d+)?$/, (digits) => digits.replaceAll(',', '')],
  // Whole reais, and whole centavos.
  [/^\d+$/, (digits) => digits],
  [/^\d+$/, (digits) => String(Number(digits) / 100)],
];

/** Every amount that a doubtful way to write money may mean, as `R$ 1.497,00`. */
export const readingsOf = (written: string): string[] => {
  const digits = written.replace(/^R\$\s*/, '').trim();
  const amounts = readers
    .filter(([pattern]) => pattern.test(digits))
    .map(([, toReais]) => Math.round(Number(toReais(digits)) * 100))
    .filter(isAmount);
  return [...new Set(amounts)].map(formatReais);
};
