import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve as resolvePath } from 'node:path';
import { HANG_MS, withTimeout } from './with-timeout.ts';

const ROOT = join(import.meta.dirname, '..');

interface StartOptions {
  /** A command that starts the process, such as strace. */
  wrapper?: readonly string[];
  nodeOptions?: readonly string[];
}

function start(
  file: string,
  args: readonly string[],
  env: Record<string, string>,
  { wrapper = [], nodeOptions = [] }: StartOptions = {},
) {
  const [command = '', ...rest] = [...wrapper, process.execPath, ...nodeOptions];
  const child = spawn(command, [...rest, resolvePath(ROOT, 'server/src', file), ...args], {
    env: {
      PATH: process.env.PATH,
      // Node's compile cache halves the CPU time of a start. A process that is killed does not write the cache.
      NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/funil-tests'),
      ENV_FILE: '',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream]?.setEncoding('utf8').on('data', (text) => {
      output[stream] += text;
    });
  }
  const ended = once(child, 'close');
  /** Returns the first result, or kills the process after the timeout. */
  async function wait<T>(event: string, ...results: Promise<T>[]): Promise<T> {
    try {
      return await withTimeout(HANG_MS, event, Promise.race(results));
    } catch (error) {
      child.kill('SIGKILL');
      throw new Error(`${error}. ${output.stderr}`);
    }
  }
  return {
    child,
    output,
    ended,
    wait,
    /** Returns the exit code; null after a signal. */
    async waitForEnd(event: string): Promise<number | null> {
      const [code] = await wait(event, ended);
      return code;
    },
  };
}

/** Runs a file of `server/src/` and returns its exit code and output. */
export async function runFile(file: string, args: readonly string[], env: Record<string, string>) {
  const { child, output, waitForEnd } = start(file, args, env);
  const code = await waitForEnd(`${file} ends`);
  if (code === null) throw new Error(`${file} ended by ${child.signalCode}. ${output.stderr}`);
  return { code, ...output };
}

export async function startServer(
  env: Record<string, string>,
  wrapper: readonly string[] = [],
  { main = 'main.ts', nodeOptions = [] }: { main?: string; nodeOptions?: readonly string[] } = {},
) {
  const settings = { PORT: '0', CONSOLE_PORT: '0', ...env };
  const options = { wrapper, nodeOptions };
  const { child, output, ended, wait, waitForEnd } = start(main, [], settings, options);
  const { promise: address, resolve } = Promise.withResolvers<string>();
  child.stdout?.on('data', () => {
    const url = /http:\/\/\S+/.exec(output.stdout)?.[0];
    if (url) resolve(url);
  });
  return {
    address: await wait(
      'The server is ready',
      address,
      ended.then(() => Promise.reject(new Error('The server ended'))),
    ),
    output,
    pid: child.pid ?? 0,
    closeLog: () => child.stderr?.destroy(),
    stop(signal: NodeJS.Signals = 'SIGTERM') {
      child.kill(signal);
      return waitForEnd(`The server ends after ${signal}`);
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
