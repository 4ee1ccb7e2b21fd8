/** True for digits or a UUID, because some platforms send ids and no names. */
export const isProductId = (product: string): boolean => /^(\d+|[\da-f-]{36})$/i.test(product);

/** Returns `produto <id>` for an id, and any other name unchanged. */
export const productLabel = (product: string): string =>
  isProductId(product) ? `produto ${product}` : product;
