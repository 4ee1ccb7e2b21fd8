import { emailKey, phoneKey } from '@funil/contract/person';
import { fold, hasWords, readSearch, wordsOf } from '../../leads/contacts/search-words.ts';
import type { SaleRow } from '../../store/sales-tables.ts';

/** What sales are looked for by: keys that lead to them, and what their rows show. */
export interface SaleSearch {
  readonly keys: {
    readonly kind: 'phone' | 'email';
    readonly any: readonly string[];
    /** A transaction or an address that begins so is meant too. */
    readonly beginning: string;
  } | null;
  readonly isShown: ((row: SaleRow) => boolean) | null;
}

const EMAIL = /^\S+@\S+\.\S+$/;

/** Reads what an operator typed: a number, an address, a transaction, or a name; words as leads are found by. */
export function readSaleSearch(text: string): SaleSearch {
  const beginning = fold(text.trim());
  if (EMAIL.test(beginning)) {
    return { keys: { kind: 'email', any: [emailKey(text)], beginning }, isShown: null };
  }
  const wanted = readSearch(text);
  const { prefixes, phoneKeys } = wanted;
  const isShown = (row: SaleRow) =>
    fold(row.transaction).startsWith(beginning) ||
    (prefixes.length > 0 && hasWords(toFound(row), wanted));
  return {
    keys: phoneKeys.length === 0 ? null : { kind: 'phone', any: phoneKeys, beginning },
    isShown: prefixes.length === 0 && phoneKeys.length > 0 ? null : isShown,
  };
}

const toFound = ({ transaction, buyer_name, buyer_phone, buyer_email }: SaleRow) => ({
  phoneKey: buyer_phone === null ? null : phoneKey(buyer_phone),
  words: [
    fold(transaction),
    ...wordsOf({ name: buyer_name ?? '', phone: buyer_phone ?? '', email: buyer_email }),
  ],
});
