import { emailKey, phoneKey } from '@funil/contract/person';
import type { Database } from '../../store/database.ts';
import type { Person } from '../people/find-rows.ts';
import { type ListedSubject, selectListed, toListed } from './read-items.ts';

/** Contacts as contract/src/person.ts compares them; null: not known. */
type ContactKeys = Pick<ListedSubject, 'phoneKey' | 'emailKey'>;

export const contactKeys = ({ phone, email }: Person): ContactKeys => ({
  phoneKey: phone === null ? null : phoneKey(phone),
  emailKey: email === null ? null : emailKey(email) || null,
});

/**
 * Lines of the same phone or e-mail, the newest first; one that is known already, by its number, is among them. Nothing
 * is followed from row to row: a stranger's draft that names somebody's e-mail does not make them one person.
 * @param most a robot sends one number without end
 */
export async function findPersonOf(
  database: Database,
  { number, ...keys }: ContactKeys & { readonly number?: number },
  most: number,
): Promise<ListedSubject[]> {
  if (number === undefined && keys.phoneKey === null && keys.emailKey === null) return [];
  const rows = await selectListed(database)
    .where(({ or, eb }) =>
      or([
        ...(number === undefined ? [] : [eb('number', '=', number)]),
        ...(keys.phoneKey === null ? [] : [eb('phone_key', '=', keys.phoneKey)]),
        ...(keys.emailKey === null ? [] : [eb('email_key', '=', keys.emailKey)]),
      ]),
    )
    .orderBy('at', 'desc')
    .orderBy('number', 'desc')
    .limit(most)
    .execute();
  return rows.map(toListed);
}
