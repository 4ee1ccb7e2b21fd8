import { spawn } from 'node:child_process';
import { totalmem } from 'node:os';
import { constrainedMemory } from 'node:process';
import { explainExit } from './launch/explain-exit.mjs';

/** Time limit of a build. A build on one slow core takes a small part of it. */
const BUILD_TIMEOUT_MS = 15 * 60_000;
/** With less memory, a build works sequentially. */
const SCARCE_MEMORY_MB = 1_500;

const readMemoryMb = () =>
  Math.min(totalmem(), constrainedMemory() || Number.POSITIVE_INFINITY) / 1024 ** 2;

/** With little memory the build then needs 440 MB instead of 830 MB, and 50 % more time on two cores. */
export function lowMemoryEnv(
  memoryMb: number,
  env: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  if (memoryMb >= SCARCE_MEMORY_MB) return {};
  const heap = '--max-old-space-size=256 --max-semi-space-size=1';
  return {
    MALLOC_ARENA_MAX: '1',
    RAYON_NUM_THREADS: '1',
    TOKIO_WORKER_THREADS: '1',
    UV_THREADPOOL_SIZE: '1',
    VIPS_CONCURRENCY: '1',
    NODE_OPTIONS: `${heap} ${env.NODE_OPTIONS ?? ''}`.trim(),
  };
}

/** The only variables that the builder gets, because others may hold secrets, such as NODE_AUTH_TOKEN. */
const BUILDER_VARIABLE =
  /^(?:PATH|HOME|USERPROFILE|TMPDIR|TEMP|TMP|LANG|LC_\w+|TZ|SystemRoot|NODE_OPTIONS|NODE_COMPILE_CACHE|PUBLIC_\w+)$/i;

export const pickBuilderEnv = (env: Readonly<Record<string, string | undefined>>) =>
  Object.fromEntries(Object.entries(env).filter(([name]) => BUILDER_VARIABLE.test(name)));

/** Is called with the id of a started program, so that the build's lock is held until that program ends. */
export type OnStart = (pid: number | undefined) => void;

interface BuilderOptions {
  cwd: string;
  onStart?: OnStart;
  env?: Record<string, string>;
  /** The subject of the reason's sentence, such as `A geração da página`. */
  name: string;
  timeoutMs?: number;
}

const stopController = new AbortController();
/** Ends the running builders and starts no other. */
export const stopBuilders = (): void => stopController.abort();

/** Runs a program of Node. Returns its output and the reason if it fails, and null if it succeeds. */
export function runAndReadFailure(
  file: string,
  args: string[],
  options: BuilderOptions,
): Promise<string | null> {
  const { cwd, env, name, timeoutMs = BUILD_TIMEOUT_MS } = options;
  const child = spawn(process.execPath, [file, ...args], {
    cwd,
    env: {
      ...pickBuilderEnv(process.env),
      ...env,
      ...lowMemoryEnv(readMemoryMb(), process.env),
      // React's development build is four times as large.
      NODE_ENV: 'production',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    signal: stopController.signal,
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
  });
  options.onStart?.(child.pid);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk) => (output += chunk));
  }
  return new Promise((resolve) => {
    child.on('error', (error) => resolve(error.message));
    child.on('close', (code, signal) => {
      // `killed` is true only after the time limit, because an abort has already resolved the promise above.
      const reason = child.killed
        ? `${name} não terminou: o processo demorou demais e foi encerrado. Feche outros programas e tente de novo.`
        : explainExit(name, { code, signal });
      resolve(code === 0 ? null : [output.trim(), reason].filter(Boolean).join('\n'));
    });
  });
}
