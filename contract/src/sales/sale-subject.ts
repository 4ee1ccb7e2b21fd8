/** In characters. Notices and files with a longer key are refused. */
export const MAX_SALE_KEY_LENGTH = 200;
/** In characters, for any name in a request. */
export const MAX_PLATFORM_LENGTH = 40;

/** Identifies a sale; its key is unique within the platform. */
export interface SaleId {
  readonly platform: string;
  readonly sale_key: string;
}

/** Returns a sale's key outside the database: `sale:hotmart:HP1`. */
export const toSaleSubject = ({ platform, sale_key }: SaleId): string =>
  `sale:${platform}:${sale_key}`;

/** Returns the platform and key in a subject; null if the subject is not a sale's. */
export function readSaleSubject(subject: string): SaleId | null {
  const [, platform, sale_key] = /^sale:([^:]+):(.+)$/s.exec(subject) ?? [];
  return platform !== undefined && sale_key !== undefined ? { platform, sale_key } : null;
}
