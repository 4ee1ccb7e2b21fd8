const countFormat = new Intl.NumberFormat('pt-BR');

/** Returns `12.345`. */
export const formatCount = (count: number): string => countFormat.format(count);

/** Returns `1 venda` or `1.200 vendas`. */
export const formatQuantity = (count: number, one: string, many: string): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;
