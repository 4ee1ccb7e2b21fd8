import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DAY_MS } from '@funil/contract/durations';

const SAMPLES = join(import.meta.dirname, '../../server/src/sales/platforms/hotmart/samples');

/** What the payment platform proves itself by. */
export const HOTTOK = 'hottok-de-teste';

interface Paid {
  name: string;
  phone: string;
  /** When; now. */
  at?: number | undefined;
  product?: string | undefined;
  /** Which notice; left out: that it is paid. */
  sample?: 'approved' | 'pix-issued' | undefined;
}

/** Hotmart tells a server that somebody has paid, or is about to. @returns the transaction, and how the server answers */
export async function tellOfPayment(url: string, paid: Paid) {
  const { name, phone, at = Date.now(), product, sample = 'approved' } = paid;
  const transaction = `HP${randomInt(1e9, 1e10)}`;
  const notice = JSON.parse(readFileSync(join(SAMPLES, `${sample}.json`), 'utf8'));
  notice.creation_date = at;
  Object.assign(notice.data.buyer, {
    name,
    email: `${transaction.toLowerCase()}@correio.test`,
    checkout_phone: phone.replace(/\D/g, ''),
  });
  if (product !== undefined) notice.data.product.name = product;
  Object.assign(notice.data.purchase, { transaction, order_date: at });
  if (sample === 'approved') notice.data.purchase.approved_date = at;
  else notice.data.purchase.payment.pix_expiration_date = at + DAY_MS;
  notice.data.purchase.origin.sck = '';
  const { status } = await fetch(`${url}/postbacks/hotmart`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-hotmart-hottok': HOTTOK },
    body: JSON.stringify(notice),
  });
  return { transaction, status };
}
