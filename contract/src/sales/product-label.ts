/** Whether a product is its id, because the platform sends no names: digits, or a UUID. */
export const isProductId = (product: string): boolean => /^(\d+|[\da-f-]{36})$/i.test(product);

/** Returns a product for operators, who read an id as such. */
export const productLabel = (product: string): string =>
  isProductId(product) ? `produto ${product}` : product;
