import { spawn } from 'node:child_process';

interface Options {
  cwd: string;
  env: NodeJS.ProcessEnv;
  timeoutMinutes: number;
  /** True if another program runs at the same time, so that the output is printed only at the end. */
  isParallel?: boolean;
}

/** Returns the exit code; 1 after an error or the timeout. */
export function runTool(path: string, args: readonly string[], options: Options): Promise<number> {
  const { cwd, env, timeoutMinutes, isParallel = false } = options;
  const child = spawn(path, args, {
    cwd,
    env,
    stdio: ['ignore', isParallel ? 'pipe' : 1, isParallel ? 'pipe' : 2],
    timeout: Math.ceil(timeoutMinutes * 60_000),
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
      if (signal)
        console.error(
          `${path} was ended by ${signal}: its timeout is ${Math.round(timeoutMinutes)} min`,
        );
      resolve(code ?? 1);
    });
  });
}
