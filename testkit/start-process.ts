import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve as resolvePath } from 'node:path';
import { withTimeout } from './with-timeout.ts';

const ROOT = join(import.meta.dirname, '..');
/** Less than a test's own limit. */
const PROCESS_TIMEOUT_MS = 25_000;

interface Start {
  /** A command that runs the one after it, such as strace. */
  wrapper?: readonly string[];
  nodeOptions?: readonly string[];
  /** Text for the standard input. */
  input?: string | undefined;
}

function start(
  file: string,
  args: readonly string[],
  env: Record<string, string>,
  { wrapper = [], nodeOptions = [], input }: Start = {},
) {
  const [command = '', ...rest] = [...wrapper, process.execPath, ...nodeOptions];
  const child = spawn(command, [...rest, resolvePath(ROOT, 'server/src', file), ...args], {
    env: {
      PATH: process.env.PATH,
      // Servers and commands start in half the processor's time. A process writes it as it ends by itself.
      NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/funil-tests'),
      ENV_FILE: '',
      ...env,
    },
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
  });
  child.stdin?.end(input);
  const output = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream]?.setEncoding('utf8').on('data', (text) => {
      output[stream] += text;
    });
  }
  const ended = once(child, 'close');
  /** Returns the first of the results; a process that takes too long is ended, and its error names its output. */
  async function wait<T>(what: string, ...results: Promise<T>[]): Promise<T> {
    try {
      return await withTimeout(PROCESS_TIMEOUT_MS, what, Promise.race(results));
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
    async waitForEnd(what: string): Promise<number | null> {
      const [code] = await wait(what, ended);
      return code;
    },
  };
}

/** Runs a file of the server's `src/` to its end. */
export async function runFile(
  file: string,
  args: readonly string[],
  env: Record<string, string>,
  input?: string,
) {
  const { output, waitForEnd } = start(file, args, env, { input });
  const code = await waitForEnd(`${file} ends`);
  return { code, ...output };
}

/** Starts the server in a process, and waits for the line that says it is ready. */
export async function startServer(
  env: Record<string, string>,
  wrapper: readonly string[] = [],
  { main = 'main.ts', nodeOptions = [] }: { main?: string; nodeOptions?: readonly string[] } = {},
) {
  const place = { PORT: '0', CONSOLE_PORT: '0', ...env };
  const { child, output, ended, wait, waitForEnd } = start(main, [], place, {
    wrapper,
    nodeOptions,
  });
  const { promise: address, resolve } = Promise.withResolvers<string>();
  child.stdout?.on('data', () => {
    const found = /http:\/\/\S+/.exec(output.stdout)?.[0];
    if (found) resolve(found);
  });
  return {
    address: await wait(
      'The server is ready',
      address,
      ended.then(() => Promise.reject(new Error('The server ended'))),
    ),
    output,
    pid: child.pid ?? 0,
    /** From now on nobody reads its log. */
    closeLog: () => child.stderr?.destroy(),
    /** Sends a signal and waits for the end. */
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
