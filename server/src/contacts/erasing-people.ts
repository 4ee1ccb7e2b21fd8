import { createHmac, randomBytes } from 'node:crypto';
import type { Database, Queryable } from '../store/database.ts';
import { withLock } from '../store/locks.ts';
import { RETENTION } from '../store/retention.ts';
import { canonicalContactsOf, type PhoneAndEmail } from './find-person.ts';

const keyDigest = (secret: string, key: string): string =>
  createHmac('sha256', secret).update(key).digest('hex');

const keysOf = (person: PhoneAndEmail): string[] =>
  Object.values(canonicalContactsOf(person)).flatMap((keys) => keys ?? []);

/**
 * Stores digests of the people's keys, so that notices and files that arrive from now on leave these people out.
 * Returns a function that removes the digests; if an import is running, they stay until they expire.
 */
export async function beginErasing(
  database: Database,
  people: readonly PhoneAndEmail[],
): Promise<() => Promise<void>> {
  const secret = randomBytes(32).toString('hex');
  const until = new Date(Date.now() + RETENTION.erasingPerson.ms).toISOString();
  const digests = new Set(people.flatMap(keysOf).map((key) => keyDigest(secret, key)));
  const rows = [...digests].map((digest) => ({ digest, secret, until }));
  await withLock(database, 'sales', async (transaction) => {
    // An earlier holder of the lock has not seen the digests, but the erasure finds its rows, which are committed.
    if (rows.length > 0) await transaction.insertInto('erasing_people').values(rows).execute();
  });
  return async () => {
    // Rows that a running import has not read yet may name these people.
    const running = database.selectFrom('imports').select('id').where('state', '=', 'running');
    await database
      .deleteFrom('erasing_people')
      .where('secret', '=', secret)
      .where(({ not, exists }) => not(exists(running)))
      .execute();
  };
}

export async function readErasingPeople(
  database: Queryable,
): Promise<(person: PhoneAndEmail) => boolean> {
  const rows = await database
    .selectFrom('erasing_people')
    .select(['digest', 'secret'])
    .where('until', '>', new Date().toISOString())
    .execute();
  const digests = new Set(rows.map(({ digest }) => digest));
  const secrets = [...new Set(rows.map(({ secret }) => secret))];
  return (person) =>
    secrets.some((secret) => keysOf(person).some((key) => digests.has(keyDigest(secret, key))));
}
