/** A sale's platform, and its key there. */
interface SaleId {
  readonly platform: string;
  readonly sale_key: string;
}

/** Returns the subject of a sale, its key outside the database: `sale:hotmart:HP1`. */
export const toSaleSubject = ({ platform, sale_key }: SaleId): string =>
  `sale:${platform}:${sale_key}`;

/** Returns the sale of a subject; null for another subject. */
export function readSaleSubject(subject: string): SaleId | null {
  const [, platform, sale_key] = /^sale:([^:]+):(.+)$/s.exec(subject) ?? [];
  return platform !== undefined && sale_key !== undefined ? { platform, sale_key } : null;
}
