import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { runFile } from './start-process.ts';

/** Runs every command that reads, in every form it writes, and expects none to complain. */
export async function runReaders(env: Record<string, string>, folder: string) {
  const run = async (file: string, ...args: string[]) => {
    const { code, stdout, stderr } = await runFile(`operator/${file}.ts`, args, env);
    expect({ file, args, code, stderr }).toEqual({ file, args, code: 0, stderr: '' });
    return stdout;
  };
  const write = async (command: string, kind: string) => {
    const file = join(folder, `${command}.${kind}`);
    await run(command, `--${kind}`, file);
    return readFileSync(file, 'utf8');
  };
  const commands = ['leads', 'applications', 'report'];
  const printed = await Promise.all(commands.map((command) => run(command)));
  return {
    printed: printed.join(''),
    csv: await Promise.all(commands.map((command) => write(command, 'csv'))),
    json: await Promise.all(commands.map((command) => write(command, 'json'))),
    html: await write('report', 'html'),
  };
}
