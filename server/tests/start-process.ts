import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const SERVER = join(import.meta.dirname, '..');

function start(
  file: string,
  args: readonly string[],
  env: Record<string, string>,
  wrapper: readonly string[] = [],
) {
  const [command = '', ...rest] = [...wrapper, process.execPath];
  const child = spawn(command, [...rest, join(SERVER, 'src', file), ...args], {
    env: { PATH: process.env.PATH, ENV_FILE: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text) => {
    output.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    output.stderr += text;
  });
  return { child, output };
}

/** Runs a file of `src/` to its end. */
export async function runFile(file: string, args: readonly string[], env: Record<string, string>) {
  const { child, output } = start(file, args, env);
  const [code] = await once(child, 'close');
  return { code, ...output };
}

/**
 * Starts the server as its own process and waits for the line that says it is ready.
 * @param wrapper a command that runs the one after it, such as strace
 */
export async function startServer(env: Record<string, string>, wrapper: readonly string[] = []) {
  const { child, output } = start('main.ts', [], { PORT: '0', ...env }, wrapper);
  const ended = once(child, 'close');
  const address = await Promise.race([
    readAddress(child, output),
    ended.then(() => Promise.reject(new Error(`The server ended: ${output.stderr}`))),
  ]);
  return {
    address,
    output,
    pid: child.pid ?? 0,
    /** Sends a signal and waits for the end. */
    async stop(signal: NodeJS.Signals = 'SIGTERM') {
      child.kill(signal);
      const [code] = await ended;
      return code as number | null;
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

function readAddress(child: ChildProcess, output: { stdout: string }): Promise<string> {
  return new Promise((resolve) => {
    child.stdout?.on('data', () => {
      const address = /http:\/\/\S+/.exec(output.stdout)?.[0];
      if (address) resolve(address);
    });
  });
}
