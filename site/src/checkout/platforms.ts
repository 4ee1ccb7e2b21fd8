import { COUNTRY_CODE, isNational, nationalDigits } from '@funil/contract/phone';
import type { CheckoutPlatform } from '@funil/contract/platforms';

export interface CheckoutVisitor {
  /** The lead's idempotency key: a UUID. */
  readonly key: string;
  readonly name: string;
  readonly phone: string;
}

/** What a platform's checkout fills in for the visitor, as its links take it. */
export function prefilled(
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

/** Area code and number of a Brazilian phone; a foreign one is not filled in. */
function nationalNumber(phone: string): string | null {
  const digits = phone.replace(/\D/g, '');
  const isForeign = phone.trimStart().startsWith('+') && !digits.startsWith(COUNTRY_CODE);
  const national = nationalDigits(digits);
  return !isForeign && isNational(national) ? national : null;
}
