import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WriteRefusal } from '../database-facts.ts';

/** As much as many captures, in bytes, and nothing that a file system could make smaller. */
const PROBE_SIZE = 2 ** 20;
/** No space left, no quota left, and the longest file that the process may write. */
const FULL = ['ENOSPC', 'EDQUOT', 'EFBIG'];

/** Writes to the disk of a folder, as captures would, and leaves nothing behind. Null: it can be written. */
export function tryToWrite(folder: string): WriteRefusal | null {
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
    writeFileSync(probe, randomBytes(PROBE_SIZE));
    fsyncSync(probe);
  } finally {
    closeSync(probe);
  }
}
