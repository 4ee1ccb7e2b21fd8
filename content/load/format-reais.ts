const money = new Intl.NumberFormat('pt-BR', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});

/** `149700` centavos as `R$ 1.497,00`. */
export const formatReais = (centavos: number): string => `R$ ${money.format(centavos / 100)}`;
