import type { Database } from '../../store/database.ts';
import { type ListedSubject, selectListed, toListed } from './read-items.ts';

/** Most rows of one person that are shown: a robot sends one number without end. */
const MOST = 100;

/**
 * Lines of the same phone or e-mail, the newest first, the one asked for among them. Nothing is followed from row to
 * row: a stranger's draft that names somebody's e-mail does not make them one person.
 */
export async function findPersonOf(
  database: Database,
  { number, phoneKey, emailKey }: ListedSubject,
): Promise<ListedSubject[]> {
  const rows = await selectListed(database)
    .where(({ or, eb }) =>
      or([
        eb('number', '=', number),
        ...(phoneKey === null ? [] : [eb('phone_key', '=', phoneKey)]),
        ...(emailKey === null ? [] : [eb('email_key', '=', emailKey)]),
      ]),
    )
    .orderBy('at', 'desc')
    .orderBy('number', 'desc')
    .limit(MOST)
    .execute();
  return rows.map(toListed);
}
