/** Thrown for an unreadable file; the message is the reason and the remedy in Portuguese. */
export class FileRefusal extends Error {
  override readonly name = 'FileRefusal';

  /** @param line of the file, counted from 1; null: the whole file is refused */
  constructor(sentence: string, line: number | null = null) {
    super(line === null ? sentence : `Linha ${line}: ${sentence}`);
  }
}

export const EXPORT_AGAIN_REMEDY =
  'Exporte de novo, como CSV, e importe o arquivo sem abri-lo antes no Excel.';

export const damagedFileRefusal = () =>
  new FileRefusal(`O arquivo está danificado ou incompleto. ${EXPORT_AGAIN_REMEDY}`);
