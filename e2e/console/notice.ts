import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const SAMPLE = join(
  import.meta.dirname,
  '../../server/src/public/postbacks/platforms/samples/hotmart/approved.json',
);

/** What the payment platform proves itself by. */
export const HOTTOK = 'hottok-de-teste';

interface Paid {
  name: string;
  phone: string;
  /** When; now. */
  at?: number | undefined;
  product?: string | undefined;
}

/** Hotmart tells a server that somebody has paid. @returns the transaction, and how the server answers */
export async function tellOfPayment(url: string, { name, phone, at = Date.now(), product }: Paid) {
  const transaction = `HP${randomInt(1e9, 1e10)}`;
  const notice = JSON.parse(readFileSync(SAMPLE, 'utf8'));
  notice.creation_date = at;
  Object.assign(notice.data.buyer, {
    name,
    email: `${transaction.toLowerCase()}@correio.test`,
    checkout_phone: phone.replace(/\D/g, ''),
  });
  if (product !== undefined) notice.data.product.name = product;
  Object.assign(notice.data.purchase, { transaction, order_date: at, approved_date: at });
  notice.data.purchase.origin.sck = '';
  const { status } = await fetch(`${url}/postbacks/hotmart`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-hotmart-hottok': HOTTOK },
    body: JSON.stringify(notice),
  });
  return { transaction, status };
}
