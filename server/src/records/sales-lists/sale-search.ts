import { emailKey, phoneKey } from '@funil/contract/person';
import type { SaleRow } from '../../store/sales-tables.ts';
import { fold, wordsOf } from '../subjects/words.ts';

/** What sales are looked for by: a key that leads to them, or what their rows show. */
export interface SaleSearch {
  readonly keys: { readonly kind: 'phone' | 'email'; readonly key: string } | null;
  readonly isShown: ((row: SaleRow) => boolean) | null;
}

const EMAIL = /^\S+@\S+\.\S+$/;

/** Reads what an operator typed: a number, an address, a transaction, or a name. */
export function readSaleSearch(text: string): SaleSearch {
  const isNumber = /^[\s+()\d.\-/]+$/.test(text);
  const phone = isNumber ? phoneKey(text) : null;
  if (phone !== null) return { keys: { kind: 'phone', key: phone }, isShown: null };
  if (EMAIL.test(text.trim()))
    return { keys: { kind: 'email', key: emailKey(text) }, isShown: null };
  const wanted = fold(text).split(/\s+/).filter(Boolean);
  return {
    keys: null,
    isShown(row) {
      const words = [
        fold(row.transaction),
        ...wordsOf({
          name: row.buyer_name ?? '',
          phone: row.buyer_phone ?? '',
          email: row.buyer_email,
        }),
      ];
      return wanted.every((prefix) => words.some((word) => word.startsWith(prefix)));
    },
  };
}
