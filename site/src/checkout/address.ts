import type { SiteContent } from '@funil/content/schema/site';
import { COUNTRY_CODE, isNational, nationalDigits } from '@funil/contract/contacts/phone';
import { checkoutAddress, checkoutPlatform } from '@funil/contract/sales/checkout';
import type { CheckoutPlatform } from '@funil/contract/sales/platforms';
import type { Utms } from '@funil/contract/utm';

type CheckoutContent = SiteContent['checkout'];

export interface CheckoutVisitor {
  /** The lead's idempotency key, a UUID. */
  readonly key: string;
  readonly name: string;
  readonly phone: string;
}

/** Returns the parameters with which a platform prefills name and phone. */
function prefilled(
  platform: CheckoutPlatform,
  { name, phone }: CheckoutVisitor,
): [name: string, value: string][] {
  const full: [string, string] = ['name', name.trim()];
  const national = nationalNumber(phone);
  if (platform === 'ticto') return [full];
  if (platform === 'kiwify') return national ? [full, ['phone', national]] : [full];
  if (platform !== 'hotmart') return [];
  if (!national) return [full];
  return [full, ['phoneac', national.slice(0, 2)], ['phonenumber', national.slice(2)]];
}

/** Returns area code and number of a Brazilian phone, or null for a foreign one. */
function nationalNumber(phone: string): string | null {
  const digits = phone.replace(/\D/g, '');
  const isForeign = phone.trimStart().startsWith('+') && !digits.startsWith(COUNTRY_CODE);
  const national = nationalDigits(digits);
  return !isForeign && isNational(national) ? national : null;
}

interface Departure {
  readonly utms: Utms;
  readonly visitor: CheckoutVisitor;
}

/** Returns the checkout's address for a visitor; its own parameters stay. */
export function buildCheckoutUrl(checkout: CheckoutContent, { utms, visitor }: Departure): string {
  const platform = checkoutPlatform(checkout);
  const address = checkoutAddress(checkout, utms, visitor.key);
  const more = checkout.prefill && platform ? prefilled(platform, visitor) : [];
  for (const [name, value] of more) address.searchParams.set(name, value);
  return address.href;
}

export function goToCheckout(checkout: CheckoutContent, departure: Departure): void {
  try {
    window.location.assign(buildCheckoutUrl(checkout, departure));
  } catch (error) {
    // The lead is already saved.
    console.error('checkout', error);
  }
}
