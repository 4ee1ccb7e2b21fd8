import { join } from 'node:path';
import { Readable } from 'node:stream';
import { HANG_MS, withTimeout } from './with-timeout.ts';

const COMMANDS = join(import.meta.dirname, '../server/src/commands');

type Env = Readonly<Record<string, string | undefined>>;

let runs = 0;
let previousRun: Promise<unknown> = Promise.resolve();

/** Runs a command in the test's own process, which is faster. Commands change the global `process`, so calls wait. */
export function callCommand(name: string, args: readonly string[], env: Env, input = '') {
  const run = previousRun.then(() => runNow(join(COMMANDS, `${name}.ts`), args, env, input));
  previousRun = run.catch(() => {});
  return run;
}

async function runNow(file: string, args: readonly string[], env: Env, input: string) {
  const output = { stdout: '', stderr: '' };
  using changes = new DisposableStack();
  const { argv, env: ownEnv, exitCode } = process;
  changes.defer(() => Object.assign(process, { argv, env: ownEnv, exitCode }));
  Object.assign(process, { argv: [process.execPath, file, ...args], exitCode: 0 });
  process.env = { ENV_FILE: '', ...env };
  const stdin = Object.getOwnPropertyDescriptor(process, 'stdin') ?? {};
  changes.defer(() => Object.defineProperty(process, 'stdin', stdin));
  Object.defineProperty(process, 'stdin', { ...stdin, get: () => Readable.from([input]) });
  for (const stream of ['stdout', 'stderr'] as const) {
    const { write } = process[stream];
    changes.defer(() => Object.assign(process[stream], { write }));
    process[stream].write = (text: string | Uint8Array) => {
      output[stream] += String(text);
      return true;
    };
  }
  const listeners = process.stdout.listeners('error');
  changes.defer(() => {
    for (const listener of process.stdout.listeners('error')) {
      if (!listeners.includes(listener)) process.stdout.off('error', listener as () => void);
    }
  });
  runs += 1;
  // A command runs when it is loaded.
  const command = import(/* @vite-ignore */ `${file}?run=${runs}`);
  await withTimeout(HANG_MS, `${file} ends`, command);
  return { code: Number(process.exitCode), ...output };
}
