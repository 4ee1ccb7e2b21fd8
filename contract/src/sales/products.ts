/**
 * The seller's products, by the names in the platforms' sales. The console imports this file, so it does not import
 * zod.
 */
import { toSearchText } from '../characters.ts';
import type { CheckoutPlatform } from './platforms.ts';

export interface Product {
  /** The product's names and ids, as the platform writes them in its sales. */
  readonly names: readonly string[];
  /** Null: unknown, so that the sales of any platform may be of this product. */
  readonly platform: CheckoutPlatform | null;
  /** The address of its checkout. */
  readonly url: string;
}

const wordsOf = (name: string): readonly string[] =>
  toSearchText(name).match(/[\p{L}\p{N}]+/gu) ?? [];

/**
 * Returns the words of a product's name in one order: `Escola - Comunidade` and `comunidade ESCOLA` are one product.
 */
export const productKey = (name: string): string => wordsOf(name).toSorted().join(' ');

/** Returns whether a listed product has one of the names. */
export function isNamed(product: Pick<Product, 'names'>, names: readonly string[]): boolean {
  const keys = new Set(names.map(productKey));
  return product.names.some((name) => keys.has(productKey(name)));
}

/** Returns the last part of the payment links of a listed product: `kiwify-mentoria-individual`. */
export const productCode = ({ platform, names }: Product): string =>
  [platform, ...wordsOf(names[0] ?? '')].join('-');

/** Returns the product of a sale by the names that the sale has for it; undefined if none is listed. */
export function findProduct<Known extends Product>(
  products: readonly Known[],
  sale: { readonly platform: string; readonly names: readonly (string | null)[] },
): Known | undefined {
  const names = sale.names.filter((name) => name !== null);
  return products.find(
    (product) => (product.platform ?? sale.platform) === sale.platform && isNamed(product, names),
  );
}
