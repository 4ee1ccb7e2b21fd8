/** Returns why a file cannot be written, as a sentence in Portuguese. */
export const explainFileError = (file: string, { code, message }: NodeJS.ErrnoException): string =>
  explainFileCode(file, code) ?? `Não foi possível gravar ${file}: ${code ?? message}.`;

/** Returns why a file cannot be written, by the system's error code; null for a code that is not about files. */
export function explainFileCode(file: string, code: string | undefined): string | null {
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return `Não existe a pasta em que ${file} ficaria.`;
    case 'EISDIR':
      return `${file} é uma pasta; escolha o nome de um arquivo.`;
    case 'EACCES':
    case 'EPERM':
      return `Sem permissão para gravar ${file}.`;
    case 'EROFS':
      return `${file} fica em um disco que só permite leitura.`;
    case 'ENOSPC':
    case 'EDQUOT':
    case 'EFBIG':
      return `Não há espaço no disco para ${file}; nada ficou pela metade.`;
    default:
      return null;
  }
}
