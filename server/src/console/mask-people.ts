import { canonicalPhone } from '@funil/contract/contacts/person';

const PERSON_MASK = '•••';

/** Matches each word, with an `@` or not, so that a long text is scanned only once. */
const WORD_OR_EMAIL = /[^\s@"'<>|,;:=/?&#]+(?:@[^\s@"'<>|,;=/?&#]+\.[\p{L}\d-]{2,})?/gu;

/** Characters of e-mail addresses and phone numbers as links encode them. */
const ENCODED_CHARACTERS = /%(?:2[089BDE]|40)/gi;

/** A text that may stand between two digits of a phone number. */
const PHONE_GAP = /^[\p{Zs}()（）.+_\p{Pd}\p{Cf}]*$/u;
const MIN_PHONE_DIGITS = 10;
const MAX_PHONE_DIGITS = 15;

function maskPhones(text: string): string {
  const groups = [...text.matchAll(/\p{Nd}+/gu)];
  let maskedText = '';
  let maskedUntil = 0;
  for (let firstGroup = 0; firstGroup < groups.length; firstGroup += 1) {
    const phoneStart = groups[firstGroup]?.index ?? 0;
    if (phoneStart < maskedUntil) continue;
    const plus = /\+\(?$/.test(text.slice(Math.max(0, phoneStart - 2), phoneStart)) ? '+' : '';
    let digits = '';
    let afterDigits = phoneStart;
    for (const group of groups.slice(firstGroup, firstGroup + MAX_PHONE_DIGITS + 1)) {
      if (!PHONE_GAP.test(text.slice(afterDigits, group.index))) break;
      // Asian keyboards type wide digits.
      digits += group[0].normalize('NFKC');
      afterDigits = group.index + group[0].length;
      if (digits.length > MAX_PHONE_DIGITS) break;
      if (digits.length < MIN_PHONE_DIGITS || canonicalPhone(plus + digits) === null) continue;
      maskedText += text.slice(maskedUntil, phoneStart) + PERSON_MASK;
      maskedUntil = afterDigits;
      break;
    }
  }
  return maskedText + text.slice(maskedUntil);
}

/**
 * Masks e-mail addresses and phone numbers, which the links of ads may contain, for roles that must not see people.
 * @param ownEmail the operator's address, which is not masked
 */
export function maskPeople(value: unknown, ownEmail: string): unknown {
  if (typeof value === 'string') {
    return value === ownEmail
      ? value
      : maskPhones(
          value
            .replace(ENCODED_CHARACTERS, decodeURIComponent)
            .replace(/[＠．＋]/g, (wide) => wide.normalize('NFKC'))
            .replace(WORD_OR_EMAIL, (word) => (word.includes('@') ? PERSON_MASK : word)),
        );
  }
  if (Array.isArray(value)) return value.map((item) => maskPeople(item, ownEmail));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, maskPeople(item, ownEmail)]),
  );
}
