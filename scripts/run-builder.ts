import { spawn } from 'node:child_process';
import { frugalSettings, readMemory } from './build-memory.ts';
import { describeEnd } from './launch/describe-end.mjs';

/** Longest build, in ms: many times what it takes on one slow core. */
const PATIENCE = 15 * 60_000;

interface Place {
  cwd: string;
  env?: Record<string, string>;
  /** What is being done, as the reason names it. */
  what: string;
}

/** Runs one of a build's programs; the reason when it fails, in its own words. */
export function runBuilder(file: string, args: string[], place: Place): Promise<string | null> {
  const { cwd, env, what } = place;
  const child = spawn(process.execPath, [file, ...args], {
    cwd,
    env: {
      ...process.env,
      ...env,
      ...frugalSettings(readMemory(), process.env),
      // Whatever the shell has: React's other build is for its developers, and four times as large.
      NODE_ENV: 'production',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: PATIENCE,
    killSignal: 'SIGKILL',
  });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  return new Promise((resolve) => {
    child.on('error', (error) => resolve(error.message));
    child.on('close', (code, signal) => {
      const end = describeEnd(what, { code, signal });
      resolve(code === 0 ? null : [output.trim(), end].filter(Boolean).join('\n'));
    });
  });
}
