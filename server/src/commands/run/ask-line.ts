import { createInterface } from 'node:readline/promises';
import { OperatorError } from './definition.ts';

/**
 * Asks a question in the terminal, and returns the answer; an empty text if the input ends.
 * @throws OperatorError with `noTerminalMessage` if the input is no terminal
 */
export async function askLine(question: string, noTerminalMessage: string): Promise<string> {
  if (!process.stdin.isTTY) throw new OperatorError(noTerminalMessage);
  const dialogue = createInterface({ input: process.stdin, output: process.stderr });
  const inputEnd = new Promise<string>((resolve) => dialogue.once('close', () => resolve('')));
  const answer = await Promise.race([dialogue.question(`${question} `), inputEnd]);
  dialogue.close();
  return answer.trim();
}

export const confirmLine = async (question: string, noTerminalMessage: string): Promise<boolean> =>
  /^s(im)?$/i.test(await askLine(`${question} [s/N]`, noTerminalMessage));
