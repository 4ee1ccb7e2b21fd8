import { createHmac } from 'node:crypto';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { readKeys, readOrCreateKey, type SecretsKeyConfig } from '../settings/secrets-key.ts';

/** A line has the key's name, a keyed hash of the row's name, and the time of the erasure. */
const erasureLogIn = (folder: string): string => join(folder, 'apagados.log');

const hashRow = (key: Buffer, rowName: string): string =>
  createHmac('sha256', key).update(`funil erased ${rowName}`).digest('hex');

/** Names the key with which a line's hash is made, by a hash. */
const nameKey = (key: Buffer): string => hashRow(key, '').slice(0, 16);

/**
 * Logs that rows are erased, so that they are erased from a restored copy, too. Nothing is stored on PostgreSQL, whose
 * copies Funil does not make.
 * @param rowNames the same in every copy, such as `lead:<key>` and `notice:<id>`
 * @param newestAt the newest row's time (ISO); no earlier time is logged, even if the clock was set back. Null: no row
 * has a time.
 * @throws if the log cannot be written; the caller must not erase then
 */
export function logErasure(
  config: SecretsKeyConfig,
  rowNames: readonly string[],
  newestAt: string | null = null,
): void {
  if (config.store.databaseUrl !== null || rowNames.length === 0) return;
  const key = readOrCreateKey(config);
  if (key === null) throw new Error('There is no key with which to log an erasure.');
  const file = fs.openSync(erasureLogIn(config.store.dataDir), 'a', 0o600);
  try {
    const at = new Date().toISOString();
    const erasedAt = newestAt !== null && newestAt > at ? newestAt : at;
    const lines = rowNames.map((name) => `${nameKey(key)} ${hashRow(key, name)} ${erasedAt}\n`);
    // A full disk or a killed process may have cut off the last line.
    fs.appendFileSync(file, `\n${lines.join('')}`);
    fs.fsyncSync(file);
  } finally {
    fs.closeSync(file);
  }
}

export function mergeErasureLog(from: string, to: string): void {
  const lines = readLines([from, to]);
  if (lines.size === 0) return;
  const file = erasureLogIn(to);
  const unfinished = `${file}.${process.pid}.incompleto`;
  fs.writeFileSync(unfinished, `${[...lines].join('\n')}\n`, { mode: 0o600, flush: true });
  fs.renameSync(unfinished, file);
}

/** Other lines are ignored, because nothing was erased before its line was complete. */
const COMPLETE_LINE = /^[\da-f]{16} [\da-f]{64} \S{24}$/;

function readLines(folders: readonly string[]): ReadonlySet<string> {
  const logs = folders.map(erasureLogIn).filter((file) => fs.existsSync(file));
  const lines = logs.flatMap((file) => fs.readFileSync(file, 'utf8').split('\n'));
  return new Set(lines.filter((line) => COMPLETE_LINE.test(line)));
}

export interface ErasedRows {
  readonly size: number;
  /** Whether this server has the keys of all lines; rows of other lines are not recognized. */
  readonly isReadable: boolean;
  /**
   * Whether the row was erased. A row that was stored after the erasure is another row of the same name: a restored
   * database repeats numbers, and a form without scripts repeats keys.
   * @param storedAt ISO time; null for a sale, whose name decides alone, because platforms never repeat a key
   */
  includes(rowName: string, storedAt: string | null): boolean;
}

export function readErasedRows(config: SecretsKeyConfig, folders: readonly string[]): ErasedRows {
  const lines = [...readLines(folders)].map((line) => line.split(' '));
  const keys = readKeys(config);
  const keyNames = new Set(keys.map(nameKey));
  const timesByHash = new Map<string, string>();
  for (const [, hash = '', at = ''] of lines) {
    if (at > (timesByHash.get(hash) ?? '')) timesByHash.set(hash, at);
  }
  return {
    size: lines.length,
    isReadable: lines.every(([keyName = '']) => keyNames.has(keyName)),
    includes: (rowName, storedAt) =>
      keys.some((key) => {
        const erasedAt = timesByHash.get(hashRow(key, rowName));
        return erasedAt !== undefined && (storedAt === null || storedAt <= erasedAt);
      }),
  };
}
