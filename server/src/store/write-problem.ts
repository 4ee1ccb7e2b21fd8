/** Why a file, or a row of SQLite, could not be written. */
interface WriteProblem {
  readonly kind: 'full' | 'read-only' | 'forbidden' | 'read-only-database' | 'unopened-database';
  /** The system's code, such as `ENOSPC`, or `SQLite 13`. */
  readonly cause: string;
}

const KINDS_BY_CODE: Readonly<Record<string, WriteProblem['kind']>> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  // The file would be larger than the process may write.
  EFBIG: 'full',
  EROFS: 'read-only',
  EACCES: 'forbidden',
  EPERM: 'forbidden',
};

/** The kinds by SQLite's primary result code. Source: https://www.sqlite.org/rescode.html */
const KINDS_BY_RESULT: Readonly<Record<number, WriteProblem['kind']>> = {
  8: 'read-only-database',
  13: 'full',
  14: 'unopened-database',
};

/** Returns why an error kept the server from writing; null for any other error. */
export function findWriteProblem(error: unknown): WriteProblem | null {
  const { code = '', errcode, message } = error as NodeJS.ErrnoException & { errcode?: number };
  // An answer from another thread has SQLite's message without its result code.
  const result = message === 'database or disk is full' ? 13 : (errcode ?? 0) & 0xff;
  const kind = KINDS_BY_RESULT[result] ?? KINDS_BY_CODE[code];
  return kind ? { kind, cause: result === 0 ? code : `SQLite ${result}` } : null;
}

/** Whether a file or a row could not be written because the disk is full. */
export const isDiskFull = (error: unknown): boolean => findWriteProblem(error)?.kind === 'full';
