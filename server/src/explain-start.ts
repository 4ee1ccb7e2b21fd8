import { explainError } from './commands/run/explain-error.ts';
import type { StoreConfig } from './config/config.ts';

/**
 * Returns a sentence in Portuguese for an operator whose server cannot open a port, with the remedy.
 * @param prefix of the settings HOST and PORT
 */
export function explainListenError(
  error: unknown,
  { host, port }: { readonly host: string; readonly port: number },
  prefix = '',
): string {
  const { code = '' } = error as NodeJS.ErrnoException;
  switch (code) {
    case 'EADDRINUSE':
      return `A porta ${port} já está em uso. Pare o programa que a usa, ou escolha outra em ${prefix}PORT, no .env.`;
    case 'EACCES':
      return `Este usuário não pode usar a porta ${port}. Escolha uma acima de 1023 em ${prefix}PORT, no .env.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${prefix}HOST ${host} não é um endereço desta máquina. Corrija ${prefix}HOST no .env.`;
    default:
      return `A porta ${port} não pôde ser aberta em ${host} (${code}). Confira ${prefix}HOST e ${prefix}PORT no .env.`;
  }
}

/** Returns a sentence in Portuguese for an operator whose server starts without a database that takes rows. */
export function explainStoreError(error: unknown, store: StoreConfig): string {
  const sentence =
    store.databaseUrl === null ? explainDataDir(error, store.dataDir) : explainFull(error);
  return `${sentence ?? explainError(error, store)} O servidor continua ligado e tenta de novo sozinho; até lá nenhum lead é gravado.`;
}

/** Source of SQLite's results: https://www.sqlite.org/rescode.html */
function explainDataDir(error: unknown, dataDir: string): string | null {
  const { code, errcode } = error as { code?: string; errcode?: number };
  const cause = errcode === undefined ? code : `SQLite ${errcode & 0xff}`;
  switch (cause) {
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
    case 'SQLite 8':
      return `${dataDir} não pode ser gravada (${cause}). Dê permissão ao usuário do servidor, ou escolha outra pasta em DATA_DIR, no .env.`;
    case 'ENOSPC':
    case 'EDQUOT':
    case 'SQLite 13':
      return `O disco de ${dataDir} está cheio (${cause}). Libere espaço.`;
    case 'EEXIST':
    case 'ENOTDIR':
      return `${dataDir} não é uma pasta. Escolha outra em DATA_DIR, no .env.`;
    default:
      return null;
  }
}

/** Source of SQLSTATE 53100: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const explainFull = (error: unknown): string | null =>
  (error as { code?: string }).code === '53100'
    ? 'O disco do PostgreSQL está cheio (53100). Libere espaço.'
    : null;
