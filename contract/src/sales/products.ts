// This file imports no zod, because the console loads it.
import { toSearchText } from '../characters.ts';
import type { CheckoutPlatform } from './platforms.ts';

export interface Product {
  /** Names and ids, as the platform writes them in its sales. */
  readonly names: readonly string[];
  /** Null if unknown; sales of every platform may then be sales of this product. */
  readonly platform: CheckoutPlatform | null;
  readonly url: string;
}

const wordsOf = (name: string): readonly string[] =>
  toSearchText(name).match(/[\p{L}\p{N}]+/gu) ?? [];

/** Returns a name's sorted plain words, so that `Escola - Comunidade` equals `comunidade ESCOLA`. */
export const productKey = (name: string): string => wordsOf(name).toSorted().join(' ');

export function hasAnyName(product: Pick<Product, 'names'>, names: readonly string[]): boolean {
  const keys = new Set(names.map(productKey));
  return product.names.some((name) => keys.has(productKey(name)));
}

/** Returns the last part of the product's payment links: `kiwify-mentoria-individual`. */
export const productCode = ({ platform, names }: Product): string =>
  [platform, ...wordsOf(names[0] ?? '')].join('-');

/** Returns the product that has one of the sale's names; undefined if none is listed. */
export function findProduct<Known extends Product>(
  products: readonly Known[],
  sale: { readonly platform: string; readonly names: readonly (string | null)[] },
): Known | undefined {
  const names = sale.names.filter((name) => name !== null);
  return products.find(
    (product) =>
      (product.platform ?? sale.platform) === sale.platform && hasAnyName(product, names),
  );
}
