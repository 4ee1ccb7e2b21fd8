/** Some platforms send no names, only ids. */
export const isProductId = (product: string): boolean => /^(\d+|[\da-f-]{36})$/i.test(product);

export const productLabel = (product: string): string =>
  isProductId(product) ? `produto ${product}` : product;
