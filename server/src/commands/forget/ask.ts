import { createInterface } from 'node:readline/promises';
import { OperatorError } from '../run/operator-error.ts';

/**
 * Asks the person at the terminal for a line; an ended input is an empty one.
 * @throws OperatorError where nobody is there to answer
 */
export async function askLine(question: string): Promise<string> {
  if (!process.stdin.isTTY) {
    throw new OperatorError(
      'Nada foi apagado: não há ninguém neste terminal para confirmar. Confira a lista e repita com --sim',
    );
  }
  const dialogue = createInterface({ input: process.stdin, output: process.stderr });
  const ended = new Promise<string>((resolve) => dialogue.once('close', () => resolve('')));
  const answer = await Promise.race([dialogue.question(`${question} `), ended]);
  dialogue.close();
  return answer.trim();
}

/** Asks the person at the terminal; anything but a yes is a no. */
export const ask = async (question: string): Promise<boolean> =>
  /^s(im)?$/i.test(await askLine(`${question} [s/N]`));
