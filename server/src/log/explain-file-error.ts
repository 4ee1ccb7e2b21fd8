import { findWriteProblem } from '../store/write-problem.ts';

export const explainFileError = (file: string, error: NodeJS.ErrnoException): string =>
  explainFileProblem(file, error) ??
  `Não foi possível gravar ${file}: ${error.code ?? error.message}.`;

/** Explains the error in Portuguese. Returns null for an error that is not about files. */
export function explainFileProblem(file: string, error: NodeJS.ErrnoException): string | null {
  switch (findWriteProblem(error)?.kind ?? error.code) {
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
      return `${file} fica em um disco que só permite leitura.`;
    case 'full':
      return `Não há espaço no disco para ${file}; nada ficou pela metade.`;
    default:
      return null;
  }
}
