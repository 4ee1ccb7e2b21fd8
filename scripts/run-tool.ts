import { spawn } from 'node:child_process';

interface Limits {
  cwd: string;
  env: NodeJS.ProcessEnv;
  /** Longest run, in minutes. */
  minutes: number;
  /** Prints the output when the program ends, so that it does not mix with that of a program beside it. */
  isParallel?: boolean;
}

/** Runs a program and returns its exit code; one that takes too long is ended. */
export function runTool(path: string, args: readonly string[], limits: Limits): Promise<number> {
  const { cwd, env, minutes, isParallel = false } = limits;
  const child = spawn(path, args, {
    cwd,
    env,
    stdio: ['ignore', isParallel ? 'pipe' : 1, isParallel ? 'pipe' : 2],
    timeout: minutes * 60_000,
    killSignal: 'SIGKILL',
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  return new Promise((resolve) => {
    child.on('error', (error) => {
      console.error(`${path}: ${error.message}`);
      resolve(1);
    });
    child.on('close', (code, signal) => {
      process.stdout.write(output);
      if (signal) console.error(`${path} was ended by ${signal}: its limit is ${minutes} min`);
      resolve(code ?? 1);
    });
  });
}
