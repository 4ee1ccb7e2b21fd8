/** Thrown for a file that is rejected; the message is a Portuguese sentence with the reason and the remedy. */
export class FileRefusal extends Error {
  override readonly name = 'FileRefusal';

  /** @param line of the file, counted from 1; null if the error concerns the file as a whole */
  constructor(sentence: string, line: number | null = null) {
    super(line === null ? sentence : `Linha ${line}: ${sentence}`);
  }
}

export const EXPORT_AGAIN_REMEDY =
  'Exporte de novo, como CSV, e importe o arquivo sem abri-lo antes no Excel.';

/** Returns the refusal of a file that is damaged or cut off. */
export const damagedFile = () =>
  new FileRefusal(`O arquivo está danificado ou incompleto. ${EXPORT_AGAIN_REMEDY}`);
