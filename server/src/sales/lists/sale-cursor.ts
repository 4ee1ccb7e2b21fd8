/** Where a sale stands in its list; the newest is first. */
export interface SalePlace {
  readonly begunAt: string;
  readonly platform: string;
  readonly saleKey: string;
}

export const writeSalePlace = ({ begunAt, platform, saleKey }: SalePlace): string =>
  Buffer.from(JSON.stringify([begunAt, platform, saleKey])).toString('base64url');

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Null: nobody got that from us. */
export function readSalePlace(text: string): SalePlace | null {
  try {
    const read: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    if (!Array.isArray(read) || read.length !== 3) return null;
    const [begunAt, platform, saleKey] = read.map(String);
    if (begunAt === undefined || platform === undefined || saleKey === undefined) return null;
    return MOMENT.test(begunAt) && !`${platform}${saleKey}`.includes('\0')
      ? { begunAt, platform, saleKey }
      : null;
  } catch {
    return null;
  }
}
