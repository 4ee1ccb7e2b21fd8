import type { DatabaseSync } from 'node:sqlite';
import type { RawNotice } from '../capture-store.ts';

/** Stores a notice inside an open transaction; a repeat changes nothing. */
export type KeepNotice = (notice: RawNotice) => void;

export function prepareNotices(database: DatabaseSync): KeepNotice {
  const statement = database.prepare(
    `insert into notices (platform, digest, headers, body, proof) values (?, ?, ?, ?, ?)
     on conflict do nothing`,
  );
  return ({ platform, digest, headers, body, proof }) => {
    statement.run(platform, digest, headers, body, proof);
  };
}
