import { createInterface } from 'node:readline/promises';
import { OperatorError } from './definition.ts';

/**
 * The end of the input counts as an empty line.
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

/** Accepts “s” or “sim”. */
export const confirmLine = async (question: string, noTerminalMessage: string): Promise<boolean> =>
  /^s(im)?$/i.test(await askLine(`${question} [s/N]`, noTerminalMessage));
