import { spawn } from 'node:child_process';
import { totalmem } from 'node:os';
import { constrainedMemory } from 'node:process';
import { explainExit } from './launch/explain-exit.mjs';

/** Many times what a build takes on one slow core. */
const BUILD_TIMEOUT_MS = 15 * 60_000;
/** With less memory a build does one thing after the other. */
const SCARCE_MEMORY_MB = 1_500;

/** The memory that this process may use: the machine's, or its container's if that is less. */
const readMemoryMb = () =>
  Math.min(totalmem(), constrainedMemory() || Number.POSITIVE_INFINITY) / 1024 ** 2;

/**
 * Returns settings that keep the builder small if memory is scarce: 440 MB instead of 830 at its highest, measured on
 * two cores, for about half as long again.
 */
export function lowMemoryEnv(
  memoryMb: number,
  env: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  if (memoryMb >= SCARCE_MEMORY_MB) return {};
  const heap = '--max-old-space-size=256 --max-semi-space-size=1';
  return {
    // One heap of the C library, one thread for each of the tools, and one picture at a time.
    MALLOC_ARENA_MAX: '1',
    RAYON_NUM_THREADS: '1',
    TOKIO_WORKER_THREADS: '1',
    UV_THREADPOOL_SIZE: '1',
    VIPS_CONCURRENCY: '1',
    NODE_OPTIONS: `${heap} ${env.NODE_OPTIONS ?? ''}`.trim(),
  };
}

interface Place {
  cwd: string;
  env?: Record<string, string>;
  /** The work's name in the reason: `A geração da página`. */
  what: string;
}

/** Runs one of a build's programs. Returns the reason when it fails, in its own words, or null. */
export function runBuilder(file: string, args: string[], place: Place): Promise<string | null> {
  const { cwd, env, what } = place;
  const child = spawn(process.execPath, [file, ...args], {
    cwd,
    env: {
      ...process.env,
      ...env,
      ...lowMemoryEnv(readMemoryMb(), process.env),
      // Whatever the shell has: React's other build is for its developers, and four times as large.
      NODE_ENV: 'production',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: BUILD_TIMEOUT_MS,
    killSignal: 'SIGKILL',
  });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  return new Promise((resolve) => {
    child.on('error', (error) => resolve(error.message));
    child.on('close', (code, signal) => {
      const end = explainExit(what, { code, signal });
      resolve(code === 0 ? null : [output.trim(), end].filter(Boolean).join('\n'));
    });
  });
}
