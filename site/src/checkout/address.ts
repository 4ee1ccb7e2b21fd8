import type { Utms } from '@funil/contract/capture/utm';
import { brazilianDigits, COUNTRY_CODE, isBrazilianPhone } from '@funil/contract/contacts/phone';
import { checkoutAddress, type PageCheckout } from '@funil/contract/sales/checkout-address';
import type { PrefillParameters } from '@funil/contract/sales/platforms/platform-info';

export interface CheckoutVisitor {
  /** The lead's idempotency key, a UUID. */
  readonly leadKey: string;
  readonly name: string;
  readonly phone: string;
}

function prefillParameters(
  { name, phone }: PrefillParameters,
  visitor: CheckoutVisitor,
): (readonly [name: string, value: string])[] {
  const nameParameter = [name, visitor.name.trim()] as const;
  const number = nationalNumber(visitor.phone);
  if (phone === undefined || number === null) return [nameParameter];
  if (typeof phone === 'string') return [nameParameter, [phone, number]];
  return [nameParameter, [phone[0], number.slice(0, 2)], [phone[1], number.slice(2)]];
}

/** Returns area code and number of a Brazilian phone; null for a foreign one. */
function nationalNumber(phone: string): string | null {
  const digits = phone.replace(/\D/g, '');
  const isForeign = phone.trimStart().startsWith('+') && !digits.startsWith(COUNTRY_CODE);
  const national = brazilianDigits(digits);
  return !isForeign && isBrazilianPhone(national) ? national : null;
}

interface CheckoutDeparture {
  readonly utms: Utms;
  readonly visitor: CheckoutVisitor;
}

export function buildCheckoutUrl(
  checkout: PageCheckout,
  { utms, visitor }: CheckoutDeparture,
): string {
  const address = checkoutAddress(checkout, utms, visitor.leadKey);
  const prefilledParameters = checkout.prefill ? prefillParameters(checkout.prefill, visitor) : [];
  for (const [name, value] of prefilledParameters) address.searchParams.set(name, value);
  return address.href;
}

export function goToCheckout(checkout: PageCheckout, departure: CheckoutDeparture): void {
  try {
    window.location.assign(buildCheckoutUrl(checkout, departure));
  } catch (error) {
    // The visitor sees no error, because the lead is already saved.
    console.error('checkout', error);
  }
}
