/** Whether a product's name is an id (digits or a UUID), because the platform sends no names. */
export const isProductId = (product: string): boolean => /^(\d+|[\da-f-]{36})$/i.test(product);

/** Returns a product's name for operators; an id as `produto <id>`. */
export const productLabel = (product: string): string =>
  isProductId(product) ? `produto ${product}` : product;
