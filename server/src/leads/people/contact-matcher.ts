import { canonicalPhone, emailKey } from '@funil/contract/person';
import type { Person } from './find-person.ts';

/** Which of a person's contacts a text holds. */
export interface ContactMatch {
  readonly phone: boolean;
  readonly email: boolean;
}

/** Escapes within escapes, such as `%2540`, are undone this many times at most. */
const MAX_NESTING = 3;
/** Letters of an e-mail: one before or after makes it another address. */
const BEFORE = /[\p{L}\p{N}._%+-]$/u;
const AFTER = /^(?:[\p{L}\p{N}_-]|\.[\p{L}\p{N}])/u;
/** A number as people and platforms write it. */
const NUMBER = /\d(?:[\s().-]{0,3}\d){7,16}/g;

const ESCAPED = { n: '\n', r: '\r', t: '\t', b: ' ', f: ' ' } as const;

/** Undoes the escapes of JSON, addresses, forms and HTML once. */
const unescapeOnce = (text: string): string =>
  text
    .replace(/\\(?:u([0-9a-f]{4})|([nrtbf"\\/]))/gi, (_, hex?: string, letter = '') =>
      hex === undefined
        ? (ESCAPED[letter as 'n'] ?? letter)
        : String.fromCharCode(Number.parseInt(hex, 16)),
    )
    .replace(/&#(?:x([0-9a-f]{1,6})|(\d{1,7}));/gi, (all, hex?: string, decimal?: string) => {
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return code <= 0x10_ff_ff ? String.fromCodePoint(code) : all;
    })
    .replace(/(?:%[0-9a-f]{2})+/gi, (bytes) =>
      Buffer.from(bytes.replaceAll('%', ''), 'hex').toString(),
    );

/** Returns a text in lower case with its escapes undone, nested ones too. */
export function decodeText(text: string): string {
  // A form's body writes a space as a plus; an address in any other text may have a plus of its own.
  const isForm = text.includes('=') && !/[\s"{}[\]]/.test(text);
  let decoded = isForm ? text.replaceAll('+', ' ') : text;
  for (let depth = 0; depth < MAX_NESTING; depth += 1) {
    const next = unescapeOnce(decoded);
    if (next === decoded) break;
    decoded = next;
  }
  return decoded.toLowerCase();
}

function holdsEmail(decoded: string, email: string): boolean {
  for (let at = decoded.indexOf(email); at >= 0; at = decoded.indexOf(email, at + 1)) {
    const isApart = !BEFORE.test(decoded.slice(Math.max(0, at - 2), at));
    if (isApart && !AFTER.test(decoded.slice(at + email.length, at + email.length + 2)))
      return true;
  }
  return false;
}

const holdsPhone = (decoded: string, digits: string): boolean =>
  [...decoded.matchAll(NUMBER)].some(([run]) => run.replace(/\D/g, '').endsWith(digits));

/** Returns which of the contacts a text holds, however it is encoded: as JSON, in an address, as a form's body. */
export function createContactMatcher({ phone, email }: Person): (text: string) => ContactMatch {
  // Platforms may write the area code in a field of its own.
  const digits = (phone && canonicalPhone(phone))?.slice(-8);
  const address = email && emailKey(email);
  return (text) => {
    const decoded = decodeText(text);
    return {
      phone: digits ? holdsPhone(decoded, digits) : false,
      email: address ? holdsEmail(decoded, address) : false,
    };
  };
}
