import { createHash } from 'node:crypto';
import type { Utms } from '@funil/contract/utm';
import { type Kysely, sql } from 'kysely';
import type { DialectName, Tables } from '../../store/database.ts';
import { funilTable, inFunil } from '../../store/funil-tables.ts';

export type SubjectOrigin = Omit<Utms, 'utm_term'>;

export const digestOf = ({
  utm_source,
  utm_medium,
  utm_campaign,
  utm_content,
}: SubjectOrigin): string =>
  createHash('sha256')
    .update(JSON.stringify([utm_source, utm_medium, utm_campaign, utm_content]))
    .digest('base64url')
    .slice(0, 22);

/** The numbers of origins, in their order; those that are new get one. Counts one row for each. */
export async function numberOrigins(
  step: Kysely<Tables>,
  dialect: DialectName,
  origins: readonly SubjectOrigin[],
): Promise<number[]> {
  const digests = origins.map(digestOf);
  const known = new Map<string, SubjectOrigin & { digest: string; listed: number }>();
  origins.forEach(({ utm_source, utm_medium, utm_campaign, utm_content }, index) => {
    const digest = digests[index] ?? '';
    const listed = (known.get(digest)?.listed ?? 0) + 1;
    known.set(digest, { digest, utm_source, utm_medium, utm_campaign, utm_content, listed });
  });
  if (known.size === 0) return [];
  const rows = await inFunil(step, dialect)
    .insertInto('subject_origins')
    .values([...known.values()])
    .onConflict((conflict) =>
      conflict.column('digest').doUpdateSet({
        listed: sql`${funilTable(dialect, 'subject_origins')}.listed + excluded.listed`,
      }),
    )
    .returning(['id', 'digest'])
    .execute();
  const ids = new Map(rows.map(({ id, digest }) => [digest, id]));
  return digests.map((digest) => ids.get(digest) ?? 0);
}
