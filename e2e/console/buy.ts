import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Desk, expect, HOTTOK, makeName, makePhone } from './desk.ts';

const SAMPLE = join(
  import.meta.dirname,
  '../../server/src/public/postbacks/platforms/samples/hotmart/approved.json',
);

interface Bought {
  name?: string;
  phone?: string;
  product?: string;
}

/** Somebody pays at Hotmart, and Hotmart tells of it. */
export async function buy(desk: Desk, bought: Bought = {}) {
  const { name = makeName(), phone = makePhone(), product } = bought;
  const transaction = `HP${randomInt(1e9, 1e10)}`;
  const notice = JSON.parse(readFileSync(SAMPLE, 'utf8'));
  const at = Date.now();
  notice.creation_date = at;
  Object.assign(notice.data.buyer, {
    name,
    email: `${transaction.toLowerCase()}@correio.test`,
    checkout_phone: phone.replace(/\D/g, ''),
  });
  if (product !== undefined) notice.data.product.name = product;
  Object.assign(notice.data.purchase, { transaction, order_date: at, approved_date: at });
  notice.data.purchase.origin.sck = '';
  const response = await fetch(`${desk.funil.url}/postbacks/hotmart`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-hotmart-hottok': HOTTOK },
    body: JSON.stringify(notice),
  });
  expect(response.status).toBe(200);
  return { name, phone, transaction };
}
