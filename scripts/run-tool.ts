import { spawn } from 'node:child_process';

interface Limits {
  cwd: string;
  env: NodeJS.ProcessEnv;
  /** Longest run, in minutes. */
  minutes: number;
}

/** Runs a program, its output as ours, and gives its exit code; one that does not end is ended. */
export function runTool(path: string, args: readonly string[], limits: Limits): Promise<number> {
  const { cwd, env, minutes } = limits;
  const child = spawn(path, args, {
    cwd,
    env,
    stdio: ['ignore', 1, 2],
    timeout: minutes * 60_000,
    killSignal: 'SIGKILL',
  });
  return new Promise((resolve) => {
    child.on('error', (error) => {
      console.error(`${path}: ${error.message}`);
      resolve(1);
    });
    child.on('exit', (code, signal) => {
      if (signal) console.error(`${path} was ended by ${signal}: its limit is ${minutes} min`);
      resolve(code ?? 1);
    });
  });
}
