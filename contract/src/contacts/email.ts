import { hasInvisibleCharacter, hasMaxLength } from '../characters.ts';
import { editDistance } from '../edit-distance.ts';
import { sanitizeText } from '../sanitize.ts';

/** Limit in characters. Source: RFC 3696, erratum 1690. */
export const MAX_EMAIL_LENGTH = 254;

/** True if a text has one `@`, a dot after it, and no invisible character. */
export function isEmail(text: string): boolean {
  if (!hasMaxLength(text, MAX_EMAIL_LENGTH) || hasInvisibleCharacter(text)) return false;
  const at = text.indexOf('@');
  const hasOneAt = at > 0 && at === text.lastIndexOf('@');
  return hasOneAt && text.lastIndexOf('.', text.length - 2) > at + 1;
}

/**
 * Matches invisible characters (DI), and the signs and the name around a copied address. At most 9 signs at the end
 * match, so that the time is linear in the text's length.
 */
const AROUND_ADDRESS =
  /^(?:mailto:|e-?mail:|[^<@]{1,99}<|[\s<("'“‘\p{DI}])+|[\s>)"'”’.,;:!?\p{DI}]{1,9}$|\p{DI}/giu;

/** Spaces that keyboards insert: `lia @gmail.com`, `lia@gmail. com. br`. */
const INSERTED_SPACES = /\s{0,9}@\s{0,9}|\s{0,9}\.\s{0,9}(?=[a-z]{2,6}(\s*\.\s*[a-z]{2})?$)/gi;

/** The comma of `@gmail,com`. */
const COMMA_IN_HOST = /,(?=(?:com|net|org|br|pt)(?:[.,]\w\w)?$)/gi;

/** Returns a typed or copied address without invisible characters and the signs around it. */
export const sanitizeEmail = (typed: string): string =>
  sanitizeText(
    typed
      .replaceAll('＠', '@')
      .replaceAll('．', '.')
      .replace(AROUND_ADDRESS, '')
      .replace(INSERTED_SPACES, (sign) => sign.trim())
      .replace(COMMA_IN_HOST, '.'),
    Number.POSITIVE_INFINITY,
  );

const FREQUENT_HOSTS =
  'gmail.com hotmail.com outlook.com yahoo.com yahoo.com.br icloud.com protonmail.com'.split(' ');
/** Matches hosts of existing providers that resemble a frequent host, so that they get no hint. */
const RESEMBLING_HOST = /^(?:[ey]?mail\.com|yahoo\.com\.[a-z]{2})$/;
/**
 * Matches an address that ends in a usual slip, lacks a part, or has an accent or another sign that no mailbox in
 * Brazil has.
 */
const MISSPELLED =
  /\.(?:con|cmo|ocm|vom|ci[mn]|coom|comm|com\.com|combr)$|^(?![!-~]+@[a-z\d-]+(?:\.[a-z\d-]+)+$)/i;

/** Returns a question in Portuguese if the address probably has a slip, else undefined. */
export function findEmailDoubt(email: string): string | undefined {
  const host = email.slice(email.indexOf('@') + 1).toLowerCase();
  // Two swapped letters are a distance of 2.
  const [nearHost = host] = [0, 1, 2].flatMap((distance) =>
    FREQUENT_HOSTS.filter((frequent) => editDistance(host, frequent) === distance),
  );
  // Google has no other hosts that begin with `gmail.`.
  const meantHost = host.startsWith('gmail.') ? 'gmail.com' : nearHost;
  if (meantHost !== host && !RESEMBLING_HOST.test(host))
    return `Confira o email: seria @${meantHost}?`;
  return MISSPELLED.test(email) ? 'Confira o email: parece ter uma letra trocada.' : undefined;
}
