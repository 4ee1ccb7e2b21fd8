const money = new Intl.NumberFormat('pt-BR', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});

/** `1497` as `R$ 1.497,00`. */
export const formatReais = (value: number): string => `R$ ${money.format(value)}`;
