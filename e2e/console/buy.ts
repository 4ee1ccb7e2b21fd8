import { type Desk, expect, makeName, makePhone } from './desk.ts';
import { tellOfPayment } from './notice.ts';

interface Bought {
  name?: string;
  phone?: string;
  product?: string;
  /** In ms since 1970; now. */
  at?: number;
}

/** Somebody pays at Hotmart, and Hotmart tells of it. */
export async function buy(desk: Desk, bought: Bought = {}) {
  const { name = makeName(), phone = makePhone(), product, at } = bought;
  const told = await tellOfPayment(desk.funil.url, { name, phone, product, at });
  expect(told.status).toBe(200);
  return { name, phone, transaction: told.transaction };
}
