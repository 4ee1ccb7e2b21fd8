import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { runFile } from '../../testkit/start-process.ts';

/** Runs every reading command in every output format, and expects no errors. */
export async function runReaders(env: Record<string, string>, folder: string) {
  const run = async (file: string, ...args: string[]) => {
    const { code, stdout, stderr } = await runFile(`commands/${file}.ts`, args, env);
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

/** Runs every command, and erases every row in the end. */
export async function runEveryCommand(env: Record<string, string>, folder: string) {
  await runReaders(env, folder);
  if (!env.DATABASE_URL) {
    const copy = await runFile('commands/backup.ts', [join(folder, 'copia.db')], env);
    expect(copy).toMatchObject({ code: 0, stderr: '' });
  }
  const person = ['--telefone', '(11) 98765-4321', '--email', 'joao@exemplo.com.br', '--sim'];
  const erased = await runFile('commands/forget.ts', person, env);
  // If the rows of hostile requests contradict each other, the command asks which ones to erase.
  expect(`${erased.code} ${erased.stderr}`).toMatch(
    /^(?:0 $|1 Nada foi apagado: as linhas com esse contato se contradizem)/,
  );
  const { code, stdout, stderr } = await runFile(
    'commands/forget.ts',
    ['--mais-antigos', '0d', '--sim'],
    env,
  );
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/Apagado: .*\d/);
}
