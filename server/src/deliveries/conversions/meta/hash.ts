import { createHash } from 'node:crypto';

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');

const BRAZIL = '55';

interface Person {
  readonly name: string | null;
  readonly email: string | null;
  /** Digits with the country's. */
  readonly phone: string | null;
}

/** Words of a name in lower case, without what is no letter; accents stay, in UTF-8. */
const wordsOf = (name: string): string[] =>
  name
    .normalize('NFC')
    .toLowerCase()
    .split(/\s+/)
    .map((word) => word.replace(/[^\p{L}\p{M}]/gu, ''))
    .filter((word) => word !== '');

/**
 * What Meta may know a person by, each as it wants it before hashing: an address and names in lower case,
 * a number with its country's digits and nothing else.
 * @param externalId the same for the lead and its sale
 * Source: https://developers.facebook.com/docs/marketing-api/conversions-api/parameters/customer-information-parameters
 */
export function hashPerson({ name, email, phone }: Person, externalId: string) {
  const words = wordsOf(name ?? '');
  const [first] = words;
  const last = words.length > 1 ? words.at(-1) : undefined;
  const address = email?.trim().toLowerCase();
  return {
    ...(address && { em: [hash(address)] }),
    ...(phone && { ph: [hash(phone)] }),
    ...(first && { fn: [hash(first)] }),
    ...(last && { ln: [hash(last)] }),
    ...(phone?.startsWith(BRAZIL) && { country: [hash('br')] }),
    external_id: [hash(externalId)],
  };
}
