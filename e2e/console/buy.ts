import { type Desk, expect, makeName, makePhone, readElsewhere } from './desk.ts';
import { tellOfPayment } from './notice.ts';

interface Bought {
  name?: string;
  phone?: string;
  product?: string;
  /** In ms since 1970; now. */
  at?: number;
  /** Whether it is only a Pix, which waits to be paid. */
  isOpen?: boolean;
}

/** Somebody pays at Hotmart, or takes a Pix there, and Hotmart tells of it; the sale, which is made beside all else, is there afterwards. */
export async function buy(desk: Desk, bought: Bought = {}) {
  const { name = makeName(), phone = makePhone(), product, at, isOpen } = bought;
  const sample = isOpen ? 'pix-issued' : 'approved';
  const told = await tellOfPayment(desk.funil.url, { name, phone, product, at, sample });
  expect(told.status).toBe(200);
  await expect.poll(() => readElsewhere(desk, 'sales')).toContain(told.transaction);
  return { name, phone, transaction: told.transaction };
}
