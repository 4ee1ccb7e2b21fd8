interface SaleId {
  readonly platform: string;
  readonly sale_key: string;
}

/** The sale's key outside the database: `sale:hotmart:HP1`. */
export const toSaleSubject = ({ platform, sale_key }: SaleId): string =>
  `sale:${platform}:${sale_key}`;

/** Null for another subject. */
export function readSaleSubject(subject: string): SaleId | null {
  const [, platform, sale_key] = /^sale:([^:]+):(.+)$/s.exec(subject) ?? [];
  return platform !== undefined && sale_key !== undefined ? { platform, sale_key } : null;
}
