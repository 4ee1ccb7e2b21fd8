import { dirname, resolve } from 'node:path';
import { isFolderWithin, type StoreConfig } from './config/config.ts';
import type { EnvVariables } from './config/variables.ts';
import { explainError } from './doctor/explain-error.ts';
import { findWriteProblem } from './store/health/write-problem.ts';

const FIRST_UNPRIVILEGED_PORT = 1_024;

/**
 * Explains in Portuguese why the server cannot listen, and the remedy.
 * @param prefix of the settings' names, before HOST and PORT
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
      return port < FIRST_UNPRIVILEGED_PORT
        ? `Este usuário não pode usar a porta ${port}. Escolha uma acima de 1023 em ${prefix}PORT, no .env.`
        : `O sistema não deixa este usuário usar a porta ${port}. Escolha outra em ${prefix}PORT, no .env.`;
    case 'EMFILE':
    case 'ENFILE':
      return `A porta ${port} não pôde ser aberta: o sistema não deixa abrir mais arquivos (${code}). Aumente esse limite (ulimit -n).`;
    case 'EAFNOSUPPORT':
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${prefix}HOST ${host} não é um endereço desta máquina. Corrija ${prefix}HOST no .env.`;
    default:
      return `A porta ${port} não pôde ser aberta em ${host} (${code}). Confira ${prefix}HOST e ${prefix}PORT no .env.`;
  }
}

/** Says in Portuguese that the server starts, but cannot store rows. */
export function explainStoreError(error: unknown, store: StoreConfig): string {
  const sentence =
    store.databaseUrl === null
      ? explainFolder(error, store.dataDir, 'DATA_DIR')
      : explainFullDisk(error);
  return `${sentence ?? explainError(error, store)} O servidor continua ligado e tenta de novo sozinho; até lá nenhum lead é gravado.`;
}

export function explainWriteError(error: unknown, env: EnvVariables): string | null {
  // The file that a copy writes is the `dest` of its error.
  const failure = error as NodeJS.ErrnoException & { readonly dest?: string };
  const { syscall, dest: path = failure.path } = failure;
  if (path === undefined || syscall === undefined) return null;
  const { SITE_DIR } = env;
  const dataDir = resolve(env.DATA_DIR || './data');
  if (isFolderWithin(path, dataDir)) return explainFolder(error, dataDir, 'DATA_DIR');
  const siteParent = SITE_DIR ? dirname(resolve(SITE_DIR)) : null;
  return siteParent !== null && isFolderWithin(path, siteParent)
    ? explainFolder(error, siteParent, 'SITE_DIR')
    : explainFolder(error, path, null);
}

/** @param setting names the folder; null if the code does */
function explainFolder(error: unknown, folder: string, setting: string | null): string | null {
  const otherFolderHint = setting === null ? '' : `, ou escolha outra pasta em ${setting}, no .env`;
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EEXIST' || code === 'ENOTDIR') {
    return `${folder} não é uma pasta${setting === null ? '' : `. Escolha outra em ${setting}, no .env`}.`;
  }
  const { kind, cause } = findWriteProblem(error) ?? {};
  switch (kind) {
    case 'forbidden':
    case 'read-only-database':
      return `${folder} não pode ser gravada (${cause}). Dê permissão ao usuário do servidor${otherFolderHint}.`;
    case 'read-only':
      return `${folder} fica em um disco que só permite leitura, ou fora do que o serviço pode gravar (${cause}). Monte-o para gravação, ponha a pasta em ReadWritePaths, no funil.service${otherFolderHint}.`;
    case 'full':
      return `O disco de ${folder} está cheio (${cause}). Libere espaço.`;
    default:
      return null;
  }
}

/** Source: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const explainFullDisk = (error: unknown): string | null =>
  (error as { code?: string }).code === '53100'
    ? 'O disco do PostgreSQL está cheio (53100). Libere espaço.'
    : null;
