import type { Pool } from 'pg';
import type { KeepOutcome, RawNotice, ReportTrouble } from '../capture-store.ts';

const KEEP = `insert into funil.notices (platform, digest, headers, body, proof)
  select * from unnest($1::text[], $2::bytea[], $3::text[], $4::bytea[], $5::text[])
  on conflict on constraint notice_is_stored_once do nothing`;

const byDigest = (a: RawNotice, b: RawNotice) => Buffer.compare(a.digest, b.digest);

/** Writes batches of notices as the tables' owner, each in one commit; repeats change nothing. */
export function createNoticeWriter(
  owner: Pool,
  reportTrouble: ReportTrouble,
): (batch: RawNotice[]) => Promise<KeepOutcome[]> {
  return async (batch) => {
    // One order in every batch: two that repeat each other's notices then wait, and never deadlock.
    const notices = batch.toSorted(byDigest);
    try {
      await owner.query({
        name: 'keep-notices',
        text: KEEP,
        values: [
          notices.map(({ platform }) => platform),
          notices.map(({ digest }) => digest),
          notices.map(({ headers }) => headers),
          notices.map(({ body }) => body),
          notices.map(({ proof }) => proof),
        ],
      });
      return batch.map(() => ({ ok: true }));
    } catch (error) {
      reportTrouble('the database does not take notices', error);
      return batch.map(() => ({ ok: false, reason: 'unavailable' }));
    }
  };
}
