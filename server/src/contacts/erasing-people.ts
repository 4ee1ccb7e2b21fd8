import { createHmac, randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database, Tables } from '../store/database.ts';
import { waitForLock } from '../store/locks.ts';
import { RETENTION } from '../store/retention.ts';
import { canonicalContactsOf, type PersonContact } from './find-person.ts';

const digestOf = (secret: string, key: string): string =>
  createHmac('sha256', secret).update(key).digest('hex');

const keysOf = (person: PersonContact): string[] =>
  Object.values(canonicalContactsOf(person)).flatMap((key) => key ?? []);

/**
 * Stores digests of these people's keys, so that readers of notices and files leave these people out from now on.
 * @returns a function that removes the digests unless an import is running; the remaining digests expire
 */
export async function beginErasing(
  database: Database,
  people: readonly PersonContact[],
): Promise<() => Promise<void>> {
  const secret = randomBytes(32).toString('hex');
  const until = new Date(Date.now() + RETENTION.erasingPerson.ms).toISOString();
  const digests = new Set(people.flatMap(keysOf).map((key) => digestOf(secret, key)));
  const rows = [...digests].map((digest) => ({ digest, secret, until }));
  await database.transaction().execute(async (transaction) => {
    // A process that holds the lock has not read these digests. After the wait, its rows are stored, so that the
    // erasure finds them.
    await waitForLock(transaction, 'sales');
    if (rows.length > 0) await transaction.insertInto('erasing_people').values(rows).execute();
  });
  return async () => {
    // While a file is imported, the digests stay, because the rest of the file may name these people.
    const running = database.selectFrom('imports').select('id').where('state', '=', 'running');
    await database
      .deleteFrom('erasing_people')
      .where('secret', '=', secret)
      .where(({ not, exists }) => not(exists(running)))
      .execute();
  };
}

/** Returns a function that says whether a person is being erased. */
export async function findErasing(
  database: Kysely<Tables>,
): Promise<(person: PersonContact) => boolean> {
  const rows = await database
    .selectFrom('erasing_people')
    .select(['digest', 'secret'])
    .where('until', '>', new Date().toISOString())
    .execute();
  const digests = new Set(rows.map(({ digest }) => digest));
  const secrets = [...new Set(rows.map(({ secret }) => secret))];
  return (person) =>
    secrets.some((secret) => keysOf(person).some((key) => digests.has(digestOf(secret, key))));
}
