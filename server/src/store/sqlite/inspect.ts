import { randomBytes } from 'node:crypto';
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  openSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { NoDatabaseError } from '../database-error.ts';
import {
  type DatabaseFacts,
  type LaneFacts,
  type LaneRow,
  lanesQuery,
  type NoticeFacts,
  operatorsQuery,
  toLane,
  toOperatorFacts,
  type WriteRefusal,
} from '../database-facts.ts';
import { newestVersion, readMigrations, refuseObsolete } from '../migrations.ts';
import { databaseFile } from './database.ts';
import { MIGRATIONS_FOLDER, readVersion } from './migrate.ts';

/** Longest wait, in ms, for another process that is changing the file. */
const PATIENCE = 2_000;

const NOTICES = `
  select platform, max(received_at) as last_at,
    count(*) filter (where trouble <> 'forgotten') as not_understood,
    min(received_at) filter (where read_by is null) as waiting_since
  from notices group by platform`;

/**
 * Looks at the embedded database as it is, of whatever release, and changes no row.
 * @throws NoDatabaseError, or the database's own error
 */
export function inspectSqlite(dataDir: string): DatabaseFacts {
  const file = databaseFile(dataDir);
  if (!existsSync(file)) throw new NoDatabaseError();
  using database = new DatabaseSync(file, { readOnly: true, timeout: PATIENCE });
  const version = readVersion(database);
  refuseObsolete(version);
  const newest = newestVersion(readMigrations(MIGRATIONS_FOLDER));
  const isOurs = version === newest;
  return {
    bytes: sizeOf(file) + sizeOf(`${file}-wal`) + sizeOf(`${file}-shm`),
    version,
    newest,
    refusal: findRefusal(file) ?? tryToWrite(dataDir),
    damage: findDamage(database),
    clock: null,
    newestLeadAt: isOurs ? readNewest(database) : null,
    notices: isOurs ? readNotices(database) : null,
    lanes: isOurs ? readLanes(database) : null,
    operators: isOurs ? toOperatorFacts(database.prepare(operatorsQuery('')).get()) : null,
  };
}

const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

function findRefusal(file: string): WriteRefusal | null {
  try {
    accessSync(file, constants.W_OK);
    return null;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return { why: `${file} não pode ser gravado por este usuário (${code}).`, isFull: false };
  }
}

/** Structure of every page and index, without comparing rows to indexes: reads the file once. */
function findDamage(database: DatabaseSync): string | null {
  const found = database.prepare('pragma quick_check(1)').get()?.quick_check;
  return found === 'ok' ? null : String(found);
}

function readNewest(database: DatabaseSync): string | null {
  const row = database.prepare('select created_at from leads order by id desc limit 1').get();
  return row ? String(row.created_at) : null;
}

const readNotices = (database: DatabaseSync): NoticeFacts[] =>
  database
    .prepare(NOTICES)
    .all()
    .map((row) => ({
      platform: String(row.platform),
      lastAt: String(row.last_at),
      notUnderstood: Number(row.not_understood),
      waitingSince: row.waiting_since === null ? null : String(row.waiting_since),
    }));

const readLanes = (database: DatabaseSync): LaneFacts[] =>
  (database.prepare(lanesQuery('')).all() as unknown as LaneRow[]).map(toLane);

/** Size of many captures, as random bytes that no file system can compress. */
const PROBE_BYTES = 2 ** 20;
/** No space left, no quota left, and the longest file that the process may write. */
const FULL = ['ENOSPC', 'EDQUOT', 'EFBIG'];

/** Writes to a folder's disk as captures would, and leaves no file. Null: the disk takes writes. */
function tryToWrite(folder: string): WriteRefusal | null {
  try {
    writeProbe(join(folder, `.prova-${process.pid}-${Date.now()}`));
    return null;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    const isFull = FULL.includes(code);
    const why = isFull
      ? `Não há espaço em ${folder} para gravar (${code}).`
      : `${folder} não pode ser gravado por este usuário (${code}).`;
    return { why, isFull };
  }
}

function writeProbe(file: string) {
  const probe = openSync(file, 'wx', 0o600);
  try {
    // Without a name it is gone even if the process is killed.
    unlinkSync(file);
    writeFileSync(probe, randomBytes(PROBE_BYTES));
    fsyncSync(probe);
  } finally {
    closeSync(probe);
  }
}
