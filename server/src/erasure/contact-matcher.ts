import { withoutFormatCharacters } from '@funil/contract/characters';
import { canonicalContactsOf, type PhoneAndEmail } from '../contacts/find-person.ts';

export interface ContactMatch {
  readonly phone: boolean;
  readonly email: boolean;
}

/** Escapes are decoded to this depth, because they may be nested, as in `%2540`. */
const MAX_NESTED_ESCAPES = 3;
/** An e-mail after such a character is part of another address. */
const EMAIL_CHARACTER_BEFORE = /[\p{L}\p{Nd}._%+-]$/u;
const EMAIL_CHARACTER_AFTER = /^(?:[\p{L}\p{Nd}_-]|\.[\p{L}\p{Nd}])/u;
const PHONE_SEPARATORS = '[\\s().\\p{Pd}]{0,3}';

const ESCAPED_CHARACTERS = { n: '\n', r: '\r', t: '\t', b: ' ', f: ' ' } as const;

/** Decodes escapes of JSON, percent-encoding, and numeric HTML entities. */
const unescapeOnce = (text: string): string =>
  text
    .replace(/\\(?:u([0-9a-f]{4})|([nrtbf"\\/]))/gi, (_, hex?: string, letter = '') =>
      hex === undefined
        ? (ESCAPED_CHARACTERS[letter as 'n'] ?? letter)
        : String.fromCharCode(Number.parseInt(hex, 16)),
    )
    .replace(/&#(?:x([0-9a-f]{1,6})|(\d{1,7}));/gi, (all, hex?: string, decimal?: string) => {
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return code <= 0x10_ff_ff ? String.fromCodePoint(code) : all;
    })
    .replace(/(?:%[0-9a-f]{2})+/gi, (bytes) =>
      Buffer.from(bytes.replaceAll('%', ''), 'hex').toString(),
    );

/** Returns lower case without escapes and invisible characters; wide letters and digits become plain ones. */
export function decodeText(text: string): string {
  // A form's plus is a space; in other texts, an e-mail may contain a plus.
  const isForm = text.includes('=') && !/[\s"{}[\]]/.test(text);
  let decoded = isForm ? text.replaceAll('+', ' ') : text;
  for (let depth = 0; depth < MAX_NESTED_ESCAPES; depth += 1) {
    const unescaped = unescapeOnce(decoded);
    if (unescaped === decoded) break;
    decoded = unescaped;
  }
  return withoutFormatCharacters(decoded)
    .replace(/[！-～]/g, (wide) => wide.normalize('NFKC'))
    .toLowerCase();
}

function containsEmail(decoded: string, email: string): boolean {
  for (let at = decoded.indexOf(email); at >= 0; at = decoded.indexOf(email, at + 1)) {
    const isSeparate = !EMAIL_CHARACTER_BEFORE.test(decoded.slice(Math.max(0, at - 2), at));
    if (
      isSeparate &&
      !EMAIL_CHARACTER_AFTER.test(decoded.slice(at + email.length, at + email.length + 2))
    )
      return true;
  }
  return false;
}

/** Matches the digits at the end of a number. */
const phonePattern = (digits: string): RegExp =>
  new RegExp(`${[...digits].join(PHONE_SEPARATORS)}(?!\\d)`, 'u');

/** Returns the phone's last eight digits, because the area code may be in a separate field; undefined: no phone. */
export const searchedDigitsOf = (person: PhoneAndEmail) =>
  canonicalContactsOf(person).phones[0]?.slice(-8);

/** Returns a function that finds the person's phone and e-mail in a text: JSON, a URL, a form's body or HTML. */
export function createContactMatcher(person: PhoneAndEmail): (text: string) => ContactMatch {
  const digits = searchedDigitsOf(person);
  const phone = digits === undefined ? null : phonePattern(digits);
  const { email } = canonicalContactsOf(person);
  return (text) => {
    const decoded = decodeText(text);
    return {
      phone: phone?.test(decoded) ?? false,
      email: email ? containsEmail(decoded, email) : false,
    };
  };
}
