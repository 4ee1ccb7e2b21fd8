import { SQLITE_RESULTS, sqliteResultOf } from '../sqlite/result-code.ts';

export const DISK_FULL_MESSAGE = 'O disco do servidor está cheio. Libere espaço e tente de novo.';

interface WriteProblem {
  readonly kind: 'full' | 'read-only' | 'forbidden' | 'read-only-database' | 'unopened-database';
  /** `ENOSPC`, `53100` or `SQLite 13`, for example. */
  readonly cause: string;
}

const PROBLEM_BY_CODE: Readonly<Record<string, WriteProblem['kind']>> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  // The file would be larger than the process may write.
  EFBIG: 'full',
  EROFS: 'read-only',
  EACCES: 'forbidden',
  EPERM: 'forbidden',
  // PostgreSQL's: https://www.postgresql.org/docs/current/errcodes-appendix.html
  '53100': 'full',
  '25006': 'read-only-database',
};

const PROBLEM_BY_SQLITE_RESULT: Readonly<Record<number, WriteProblem['kind']>> = {
  [SQLITE_RESULTS.readOnly]: 'read-only-database',
  [SQLITE_RESULTS.full]: 'full',
  [SQLITE_RESULTS.cannotOpen]: 'unopened-database',
};

export function findWriteProblem(error: unknown): WriteProblem | null {
  const { code = '', message } = error as NodeJS.ErrnoException;
  // Errors from another thread have SQLite's message, but no result code.
  const isFull = message === 'database or disk is full';
  const result = isFull ? SQLITE_RESULTS.full : sqliteResultOf(error);
  const kind = PROBLEM_BY_SQLITE_RESULT[result] ?? PROBLEM_BY_CODE[code];
  return kind ? { kind, cause: result === 0 ? code : `SQLite ${result}` } : null;
}

export const isDiskFull = (error: unknown): boolean => findWriteProblem(error)?.kind === 'full';

export const explainFileError = (file: string, error: NodeJS.ErrnoException): string =>
  explainFileProblem(file, error) ??
  `Não foi possível gravar ${file}: ${error.code ?? error.message}.`;

/** Explains the error in Portuguese. Returns null for an error that is not about files. */
export function explainFileProblem(file: string, error: NodeJS.ErrnoException): string | null {
  // The folder cannot be made, because a file has its name.
  const hasFileForFolder = error.code === 'EEXIST' && error.syscall === 'mkdir';
  switch (hasFileForFolder ? 'ENOTDIR' : (findWriteProblem(error)?.kind ?? error.code)) {
    case 'ENOENT':
    case 'ENOTDIR':
      return `Não existe a pasta em que ${file} ficaria.`;
    case 'EISDIR':
      return `${file} é uma pasta; escolha o nome de um arquivo.`;
    case 'forbidden':
    case 'read-only-database':
    case 'unopened-database':
      return `Sem permissão para gravar ${file}.`;
    case 'read-only':
      return `${file} fica em um disco que só permite leitura, ou fora de ReadWritePaths, no funil.service.`;
    case 'full':
      return `Não há espaço no disco para ${file}; nada ficou pela metade.`;
    default:
      return null;
  }
}
