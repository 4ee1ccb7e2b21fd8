import { randomInt, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DAY_MS } from '@funil/contract/durations';

const SAMPLES = join(import.meta.dirname, '../../testkit/simulate/platforms/hotmart/samples');

/** The secret that proves Hotmart's notices. */
export const HOTTOK = 'hottok-de-teste';

interface Payment {
  name: string;
  phone: string;
  /** In ms since 1970; now by default. */
  at?: number | undefined;
  product?: string | undefined;
  email?: string | undefined;
  sample?: 'approved' | 'pix-issued' | 'partially-refunded' | undefined;
}

/** Sends Hotmart's notice of a payment or an issued Pix. @returns the transaction and the server's status */
export async function sendPaymentNotice(url: string, payment: Payment) {
  const { name, phone, at = Date.now(), product, sample = 'approved' } = payment;
  const transaction = `HP${randomInt(1e9, 1e10)}`;
  const { email = `${transaction.toLowerCase()}@correio.test` } = payment;
  const notice = JSON.parse(readFileSync(join(SAMPLES, `${sample}.json`), 'utf8'));
  notice.creation_date = at;
  Object.assign(notice.data.buyer, { name, email, checkout_phone: phone.replace(/\D/g, '') });
  if (product !== undefined) notice.data.product.name = product;
  Object.assign(notice.data.purchase, { transaction, order_date: at });
  if (sample !== 'pix-issued') notice.data.purchase.approved_date = at;
  else notice.data.purchase.payment.pix_expiration_date = at + DAY_MS;
  notice.data.purchase.origin.sck = '';
  return { transaction, status: await sendNotice(url, notice) };
}

/** Sends Hotmart's notice of a checkout that was left. @returns the server's status */
export function sendCartNotice(
  url: string,
  { name, phone, email }: Required<Pick<Payment, 'name' | 'phone'>> & { email: string },
): Promise<number> {
  const notice = JSON.parse(readFileSync(join(SAMPLES, 'cart-left.json'), 'utf8'));
  Object.assign(notice, { id: randomUUID(), creation_date: Date.now() });
  Object.assign(notice.data.buyer, { name, email, phone: `55${phone.replace(/\D/g, '')}` });
  return sendNotice(url, notice);
}

async function sendNotice(url: string, notice: unknown): Promise<number> {
  const { status } = await fetch(`${url}/postbacks/hotmart`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-hotmart-hottok': HOTTOK },
    body: JSON.stringify(notice),
  });
  return status;
}
