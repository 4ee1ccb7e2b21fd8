import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const SERVER = join(import.meta.dirname, '../server');
/** Longest wait for a process to be ready or to end, in ms: less than a test's own limit. */
const PATIENCE = 25_000;

function start(
  file: string,
  args: readonly string[],
  env: Record<string, string>,
  { wrapper = [], input }: { wrapper?: readonly string[]; input?: string } = {},
) {
  const [command = '', ...rest] = [...wrapper, process.execPath];
  const child = spawn(command, [...rest, join(SERVER, 'src', file), ...args], {
    env: { PATH: process.env.PATH, ENV_FILE: '', ...env },
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
  });
  child.stdin?.end(input);
  const output = { stdout: '', stderr: '' };
  child.stdout?.setEncoding('utf8').on('data', (text) => {
    output.stdout += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text) => {
    output.stderr += text;
  });
  return { child, output };
}

/** What comes first of these; when it takes too long, the process is ended, and its output told. */
async function withLimit<T>(
  child: ChildProcess,
  what: string,
  output: { stderr: string },
  first: readonly Promise<T>[],
): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    child.kill('SIGKILL');
    reject(new Error(`${what}: not in ${PATIENCE} ms. ${output.stderr}`));
  }, PATIENCE);
  try {
    return await Promise.race([...first, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The exit code; null where a signal ended it. */
async function endOf(
  child: ChildProcess,
  what: string,
  output: { stderr: string },
  ended: Promise<unknown[]> = once(child, 'close'),
): Promise<number | null> {
  const [code] = await withLimit(child, what, output, [ended]);
  return code as number | null;
}

/**
 * Runs a file of `src/` to its end.
 * @param input what it reads from its standard input
 */
export async function runFile(
  file: string,
  args: readonly string[],
  env: Record<string, string>,
  input?: string,
) {
  const { child, output } = start(file, args, env, input === undefined ? {} : { input });
  const code = await endOf(child, `${file} ends`, output);
  return { code, ...output };
}

/**
 * Starts the server as its own process and waits for the line that says it is ready.
 * @param wrapper a command that runs the one after it, such as strace
 */
export async function startServer(env: Record<string, string>, wrapper: readonly string[] = []) {
  const { child, output } = start(
    'main.ts',
    [],
    { PORT: '0', CONSOLE_PORT: '0', ...env },
    { wrapper },
  );
  const ended = once(child, 'close');
  const address = await withLimit(child, 'The server is ready', output, [
    readAddress(child, output),
    ended.then(() => Promise.reject(new Error(`The server ended: ${output.stderr}`))),
  ]);
  return {
    address,
    output,
    pid: child.pid ?? 0,
    /** From now on nobody reads what it logs. */
    leaveLog: () => child.stderr?.destroy(),
    /** Sends a signal and waits for the end. */
    async stop(signal: NodeJS.Signals = 'SIGTERM') {
      child.kill(signal);
      return endOf(child, `The server ends after ${signal}`, output, ended);
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
