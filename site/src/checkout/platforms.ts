import { COUNTRY_CODE, isNational, nationalDigits } from '@funil/contract/phone';
import type { CheckoutPlatform } from '@funil/contract/site-facts';

export interface CheckoutSettings {
  readonly platform: CheckoutPlatform;
  /** Of `other` only: the parameter that its notices give back. */
  readonly refParameter?: string | undefined;
  /** Whether name and phone go along, where the platform takes them. */
  readonly prefill: boolean;
}

export interface CheckoutVisitor {
  /** The lead's idempotency key: a UUID. */
  readonly key: string;
  readonly name: string;
  readonly phone: string;
}

type NamedPlatform = Exclude<CheckoutPlatform, 'other'>;

/**
 * The parameters that each platform gives back in its notices: those made for references, else the UTM
 * that is used least. Each is the first place where `server/src/public/postbacks/platforms/` looks.
 */
const REFERENCE_PARAMETERS: Readonly<Record<NamedPlatform, readonly string[]>> = {
  hotmart: ['sck'],
  kiwify: ['s1', 'sck'],
  eduzz: ['utm_term'],
  hubla: ['utm_term'],
  ticto: ['sck'],
  tmb: ['utm_term'],
};

/** Platforms cut longer values, and the reference stands last. */
const LONGEST_VALUE = 255;

/** Makes an address of `platform` say who comes: the lead's reference, and what may be filled in. */
export function addVisitor(
  parameters: URLSearchParams,
  settings: CheckoutSettings,
  visitor: CheckoutVisitor,
): void {
  const { platform, refParameter, prefill } = settings;
  const named = platform === 'other' ? [] : REFERENCE_PARAMETERS[platform];
  const own = platform === 'other' && refParameter ? [refParameter] : named;
  for (const name of own) addReference(parameters, name, visitor.key);
  if (!prefill) return;
  for (const [name, value] of prefilled(platform, visitor)) parameters.set(name, value);
}

/** 32 hexadecimal digits, after what the parameter held already and `|`. */
function addReference(parameters: URLSearchParams, name: string, key: string) {
  const reference = key.replaceAll('-', '').toLowerCase();
  const held = [...(parameters.get(name) ?? '')];
  const kept = held.slice(0, LONGEST_VALUE - reference.length - 1).join('');
  parameters.set(name, kept === '' ? reference : `${kept}|${reference}`);
}

function prefilled(
  platform: CheckoutPlatform,
  { name, phone }: CheckoutVisitor,
): [string, string][] {
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
