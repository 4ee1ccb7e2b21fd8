const reais = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });
const round = new Intl.NumberFormat('pt-BR', {
  style: 'currency',
  currency: 'BRL',
  maximumFractionDigits: 0,
});
const whole = new Intl.NumberFormat('pt-BR');

/** `R$ 1.997,00`; without centavos where there are none. */
export const formatCents = (cents: number): string =>
  (cents % 100 === 0 ? round : reais).format(cents / 100);

export const formatCount = (count: number): string => whole.format(count);
