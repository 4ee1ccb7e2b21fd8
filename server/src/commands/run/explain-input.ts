import { FileRefusal } from '../../csv/read-csv.ts';
import { OperatorError } from './definition.ts';

const FILE_ERRORS: Readonly<Record<string, string>> = {
  ENOENT: 'não existe',
  EISDIR: 'é uma pasta',
  EACCES: 'não pode ser lido: falta permissão',
};

/** Returns an OperatorError if an imported file is rejected or cannot be read; returns any other error unchanged. */
export function explainInput(error: unknown, path: string): unknown {
  if (error instanceof FileRefusal) return new OperatorError(error.message);
  const { code = '', syscall } = (error ?? {}) as NodeJS.ErrnoException;
  const reason = syscall === 'open' || syscall === 'read' ? FILE_ERRORS[code] : undefined;
  return reason === undefined ? error : new OperatorError(`O arquivo ${path} ${reason}.`);
}
