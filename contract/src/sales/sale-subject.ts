/** Limit in characters. The server refuses notices and rows of files with a longer key. */
export const MAX_SALE_KEY_LENGTH = 200;
/** Limit in characters for a platform's name in a request, known or not. */
export const MAX_PLATFORM_LENGTH = 40;

export interface SaleId {
  readonly platform: string;
  readonly sale_key: string;
}

/** Returns a sale's key outside the database: `sale:hotmart:HP1`. */
export const toSaleSubject = ({ platform, sale_key }: SaleId): string =>
  `sale:${platform}:${sale_key}`;

/** Returns the platform and key in a subject; null if the subject is not a sale's. */
export function parseSaleSubject(subject: string): SaleId | null {
  const [, platform, sale_key] = /^sale:([^:]+):(.+)$/s.exec(subject) ?? [];
  return platform !== undefined && sale_key !== undefined ? { platform, sale_key } : null;
}
